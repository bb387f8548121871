"""How a club's tournaments are told: refusals in sentences, and the page that is printed."""

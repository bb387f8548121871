"""A club's tournaments in words: sentences for refusals, and the printable page."""

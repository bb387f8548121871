"""What the joker says at a table: hints, what can be done, and what he noticed when a turn is over."""

"""What the joker, the adviser at the table, says: hints, possible moves, and the coach's remarks after a turn."""

"""The level that looks ahead: whole turns tried in worlds that the seat takes to be possible."""

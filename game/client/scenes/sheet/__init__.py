"""What the sheet of a round or a match is made of beside its lines."""

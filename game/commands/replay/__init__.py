"""`comodin replay`: a match told again, checked, drawn and written."""

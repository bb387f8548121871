"""The hall of a club night: one program that introduces people to many tables, and sees nothing of what they play."""

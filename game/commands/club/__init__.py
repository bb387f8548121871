"""The command that reads a tournament."""

"""The words of a club night, a file a subject."""

"""WHAT HAPPENED: the log of decisions, and the tables and scores it leads to."""

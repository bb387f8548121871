"""WHAT IS KEPT: the home folder, match files, the desk of each match (its unsent turn), settings."""

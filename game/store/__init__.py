"""WHAT IS KEPT: the home folder, match files, the desk beside them, settings."""

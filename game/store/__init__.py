"""WHAT IS KEPT: matches, settings and the folder they lie in."""

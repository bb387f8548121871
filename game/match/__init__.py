"""WHAT HAPPENED: the log of decisions and its folds."""

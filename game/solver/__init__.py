"""WHAT CAN BE LAID: finds the best play on an open table, exactly, with the standard library alone."""

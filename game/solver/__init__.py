"""WHAT CAN BE LAID: the best play on an open table, exactly, by the standard library alone."""

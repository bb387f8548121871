"""A club night without a window: one program with a hall and its tables."""

"""A club night without a window: one program that keeps a hall and its tables."""

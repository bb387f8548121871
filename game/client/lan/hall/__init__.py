"""A club night in the window: looking around in a hall, and keeping one."""

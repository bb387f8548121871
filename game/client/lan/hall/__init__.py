"""Club nights in the window: visiting a hall, and hosting one."""

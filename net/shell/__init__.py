"""The only sockets: they carry bytes for the cores and decide nothing."""

"""The LAN: protocol cores without sockets or clocks, which carry opaque bytes and know no game."""

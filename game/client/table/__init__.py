"""The table scene: what both families of tables share; what differs stands in `dead_hand` and `open`."""

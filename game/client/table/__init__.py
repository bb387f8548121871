"""The table scene: what both families of tables share. The packages `dead_hand` and `open` hold what differs."""

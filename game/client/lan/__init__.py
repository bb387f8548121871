"""The LAN in the window: finding a table, the room, who is there."""

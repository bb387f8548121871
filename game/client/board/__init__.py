"""The table on screen: layout as pure geometry, sprites, motion, drag, drawing."""

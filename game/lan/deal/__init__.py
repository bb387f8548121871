"""The sealed deal of a LAN match, as the game sees it."""

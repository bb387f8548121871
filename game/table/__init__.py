"""WHAT LIES THERE: frozen data about tiles, melds, moves and tables; no rules."""

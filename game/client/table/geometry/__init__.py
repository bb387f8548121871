"""Where things are at any table, and how they move: pure geometry in logical px."""

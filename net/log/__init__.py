"""One log in N copies: what may follow, who numbers it, who is behind, whose table differs."""

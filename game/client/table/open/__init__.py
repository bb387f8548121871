"""The table of rummy and rummikub."""

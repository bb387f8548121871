"""The table of the open-table family: Rummy and Rummikub."""

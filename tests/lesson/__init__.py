"""The played lessons."""

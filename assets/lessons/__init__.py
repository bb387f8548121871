"""The played lessons, one file each; README.md beside it describes the format."""

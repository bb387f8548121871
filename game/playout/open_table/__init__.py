"""The core of the open-table games."""

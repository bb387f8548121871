"""The core of the dead-hand games."""

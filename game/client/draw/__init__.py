"""Drawing and sound: everything below widgets, scenes and rules."""

"""The scenes, a file each; every one returns what should happen next and contains no rules."""

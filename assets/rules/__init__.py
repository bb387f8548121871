"""The rule book of the five games, one file a language."""

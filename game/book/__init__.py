"""The rule book as data: its text by paragraph, for the window and for a printed page."""

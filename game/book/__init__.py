"""The rule book as data: what its text says, by paragraph, for the window and for a printed page."""

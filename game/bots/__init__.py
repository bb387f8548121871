"""WHO DECIDES: bots that see a View and nothing more."""

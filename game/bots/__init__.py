"""Who decides: bots that see a View and nothing else."""

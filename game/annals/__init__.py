"""What all matches of a home add up to: statistics, feats, the days played. Read from the logs, and nothing else."""

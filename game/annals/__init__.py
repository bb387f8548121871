"""Statistics, feats and daily deals, computed from the logs of all matches of a home, and from nothing else."""

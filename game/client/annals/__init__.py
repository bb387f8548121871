"""The pages about all matches: statistics, feats, the daily deal, the score pad."""

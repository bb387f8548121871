"""The pages of what all matches add up to: statistics, feats, the daily deal, the score pad."""

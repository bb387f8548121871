"""The review on the screen: one round of a match, turn by turn, with what luck did."""

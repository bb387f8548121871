"""The levels that look ahead: they try whole turns in sampled worlds, that is possible deals of the unseen tiles."""

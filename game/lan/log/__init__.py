"""The log of a LAN match: what its entries mean, which may follow, and which are owed."""

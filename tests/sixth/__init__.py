"""A sixth game that no player meets: Brazilian Buraco, which must need its own file, its rows and one line alone."""

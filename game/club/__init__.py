"""Tournaments of a club night as pure values: a log of events, its fold, pairings and standings.

Laws: no clock, no chance, no wire; what was drawn by lot follows from a seed that stands in the log. A wrong call is a
`ClubRefusal` from a closed list and changes nothing. The hall on the network calls this package and is not known to it.
"""

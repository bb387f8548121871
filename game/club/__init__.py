"""Tournaments of a club night as pure values: a log of events, the state it leads to, pairings and standings.

Laws: no clock, no randomness, no network; lots are drawn from seeds that the log holds. A wrong call returns a
`ClubRefusal` from a closed list and changes nothing. The hall on the network imports this package, never the reverse.
"""

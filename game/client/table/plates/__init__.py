"""The widgets around a table that only display.

Laws: a widget is given what it shows and draws just that; it reports every text it draws to the layout check; only
names are cut, and a tooltip shows them whole.
"""

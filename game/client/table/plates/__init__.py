"""What stands around a table and only tells.

Laws: a part is told what it shows and draws just that; every text it draws is told to the layout check; only names are
cut, and the whole of them is the tooltip.
"""

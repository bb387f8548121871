"""Tools for those who work on Comodín; none of them is shipped."""

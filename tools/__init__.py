"""Tools for developers of Comodín; none of them is shipped."""

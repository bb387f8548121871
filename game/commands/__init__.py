"""The commands behind `comodin`: each takes parsed arguments and returns an exit code."""

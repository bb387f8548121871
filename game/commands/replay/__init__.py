"""`comodin replay`: prints, checks, draws and exports a match."""

"""Comodín: five rummy-tile games at one table. ARCHITECTURE.md says which folder answers which question."""

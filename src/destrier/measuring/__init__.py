"""Measuring tours, and what no tour can beat."""

"""Measures of tours, and bounds that no tour can beat."""

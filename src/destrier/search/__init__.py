"""Searches for tours with given numbers."""

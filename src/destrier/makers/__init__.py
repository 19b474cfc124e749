"""Algorithms that make tours and tourneys."""

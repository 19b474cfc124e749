"""Patterns from which tours are assembled."""

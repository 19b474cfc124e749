"""Covers, and switches between them."""

"""Drawings in pixels."""

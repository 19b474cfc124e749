"""Covers, and the switches that change one into another."""

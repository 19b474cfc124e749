"""Covers, and the switches that turn one into another."""

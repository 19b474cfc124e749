"""Proofs that there is no tour."""

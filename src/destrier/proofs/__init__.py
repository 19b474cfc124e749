"""Proofs that tours do not exist."""

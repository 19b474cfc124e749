"""Boards, pieces and tourneys."""

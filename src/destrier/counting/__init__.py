"""Counting, sampling and listing the tours of a board, exactly, without making them one by one."""

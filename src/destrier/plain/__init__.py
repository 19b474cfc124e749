"""The engine for small boards: plain Python, without arrays and compiled code."""

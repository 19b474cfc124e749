"""The engine for small boards: plain Python on lists and integers, with nothing to compile."""

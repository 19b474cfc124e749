"""Tours of four knights that ride in formation."""

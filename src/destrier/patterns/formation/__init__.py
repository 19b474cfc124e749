"""Tours by four knights that ride in formation."""

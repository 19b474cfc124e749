"""Why there is no tour."""

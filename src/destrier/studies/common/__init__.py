"""What the studies share."""

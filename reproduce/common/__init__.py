"""Code that the studies share."""

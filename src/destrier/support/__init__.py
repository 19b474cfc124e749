"""General infrastructure, independent of knights."""

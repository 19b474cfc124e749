"""Tours with few turns and crossings."""

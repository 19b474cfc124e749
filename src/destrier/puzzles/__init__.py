"""Knight's tour puzzles: tours with some of their numbers, from which the others follow."""

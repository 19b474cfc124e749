"""The base of everything else, which knows nothing about knights."""

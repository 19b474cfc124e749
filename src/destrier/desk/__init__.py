"""The desk turns a request into a tour."""

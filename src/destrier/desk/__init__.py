"""The desk: from a request to a tour."""

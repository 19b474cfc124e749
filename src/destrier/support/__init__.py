"""What everything else stands on and nothing of which is about knights."""

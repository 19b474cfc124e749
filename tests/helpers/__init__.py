"""What the tests share: slow, obvious twins of fast functions, and a browser with the viewer."""

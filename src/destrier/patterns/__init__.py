"""What tours are laid with."""

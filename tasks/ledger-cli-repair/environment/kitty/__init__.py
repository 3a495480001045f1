"""The kitty of a shared house."""

"""What is copied into the root of a bundle. It runs on a laptop that has only Python."""

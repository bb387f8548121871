"""What a language that is read from right to left asks for: letters in the order they are seen, and mirrored pages."""

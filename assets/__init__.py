"""What the program carries beside its code: rule books, words, sounds."""

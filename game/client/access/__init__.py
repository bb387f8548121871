"""What is told to those who do not see the window: sentences, a tree of what is shown, a voice."""

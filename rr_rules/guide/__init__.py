"""What a newcomer reads around a game: words and their meaning, how to play, tips, a search."""

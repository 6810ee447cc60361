"""What each game puts on the board and into the text mode, and which game has what."""

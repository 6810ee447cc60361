"""From a deck file to card faces, with an error for every mistake in it."""

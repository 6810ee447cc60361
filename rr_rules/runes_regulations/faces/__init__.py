"""What a card says, as frozen values: the vocabulary, faces and whole card sets."""

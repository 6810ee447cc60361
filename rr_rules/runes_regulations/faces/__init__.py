"""What a card says, as frozen values."""

"""People, proofs and transports: all that lies between a game and its players' screens."""

"""Tables without a network."""

"""Tables without a network: for one player, for several at one keyboard, for bots alone."""

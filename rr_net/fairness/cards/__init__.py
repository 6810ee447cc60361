"""Hidden cards: promised before the deal, opened as they are played, and checked."""

"""Hidden cards: promised, committed to and checked."""

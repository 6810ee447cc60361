"""How an evening flows: somebody who plays by keys alone, and what the time went into."""

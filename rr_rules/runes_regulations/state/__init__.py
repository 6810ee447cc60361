"""Everything on the table, and the small rules of where it lies."""

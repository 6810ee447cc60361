"""The rows of a record, one after another, and the random events among them."""

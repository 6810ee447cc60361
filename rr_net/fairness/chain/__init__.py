"""A record while it grows: its rows, one after another, and the random events among them."""

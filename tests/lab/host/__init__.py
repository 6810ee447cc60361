"""The load benchmark: a real host in a process of its own, and many terminals at its table."""

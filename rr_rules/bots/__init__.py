"""Bots see a seat's view and sampled tables, never the true one."""

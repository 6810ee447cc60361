"""The own check of a whole record at its end, and the process that does it."""

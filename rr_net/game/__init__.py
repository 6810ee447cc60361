"""One game in progress and its record."""

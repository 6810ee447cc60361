"""One game in progress: its entries, windows, random events and bots, and its record."""

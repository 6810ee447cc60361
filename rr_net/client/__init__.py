"""The player's own client: a table somewhere else, in the terminal that one sits at."""

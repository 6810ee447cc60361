"""Where bots think: which kinds suit a game, what a seat asks of one, and their processes."""

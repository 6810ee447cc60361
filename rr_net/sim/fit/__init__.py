"""The numbers that bots play by, made anew from self-play."""

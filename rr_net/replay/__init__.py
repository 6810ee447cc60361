"""Replay: a finished game step by step, from whichever eyes may see it, and other games from it."""

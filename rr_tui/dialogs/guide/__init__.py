"""Dialogs that explain a game: its words, how it is played, what is found, the own role."""

"""Tournaments of bots: many games over several processes, and the figures they come to."""

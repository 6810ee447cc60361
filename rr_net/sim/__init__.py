"""Tournaments of bots: many games over several processes, and what they come to."""

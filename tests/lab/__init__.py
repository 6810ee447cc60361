"""Benches, tournaments and the strength of bots: measured by command, never as a timed test."""

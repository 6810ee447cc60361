"""The host process: who comes in, by which door, and what they are shown there."""

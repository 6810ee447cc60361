"""The host process: its settings, who comes in by which door, and what they get there."""

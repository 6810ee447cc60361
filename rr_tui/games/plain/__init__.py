"""The board of a game that has none of its own yet: what any frozen view can say for itself."""

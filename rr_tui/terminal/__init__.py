"""Textual apps over any byte channel, many in one process."""

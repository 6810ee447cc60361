"""The text mode: the same game as announcements, numbered options and one-letter questions.

It draws nothing: each line is written once, in the order in which a person needs it, and holds no
control character. It serves screen readers, braille lines, slow lines and scripts.
"""

from rr_tui.linear.interface import LineChannel, ReplayInterface, TextInterface

__all__ = ["LineChannel", "ReplayInterface", "TextInterface"]

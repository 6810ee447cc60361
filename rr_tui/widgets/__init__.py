"""Widgets of our own: rows of spans with a cursor, a scroll or a mouse."""

"""Runes & Regulations on the board: Lawns, Fences, the street, the hand, the tray."""

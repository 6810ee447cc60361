"""What bots know of Runes & Regulations."""

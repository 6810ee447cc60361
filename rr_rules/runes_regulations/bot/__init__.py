"""What bots know of Runes & Regulations: what a seat plays for, and what others may hold."""

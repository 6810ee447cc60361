"""The games that were played: what became of each, how strong people are, and who met whom."""

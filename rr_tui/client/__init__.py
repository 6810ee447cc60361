"""What one player's interface does with what it is told: log, commands, contributions, proofs."""

"""What one player's interface hears and does: news, the scene, answers, luck, log and proofs."""

"""How bots play Regicide well: prices of what a turn is worth, and quick playouts."""

"""How bots play Rune well: what a turn promises, and quick playouts."""

"""How bots play Rune well."""

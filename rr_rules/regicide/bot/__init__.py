"""How bots play Regicide well."""

"""Words of the command for the laboratory: tournaments of bots, and the numbers they play by."""

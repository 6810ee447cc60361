"""How things look and what they are called: profile, themes, glyphs, keys and words."""

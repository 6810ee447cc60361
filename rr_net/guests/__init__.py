"""Who may come in: codes, invites by name, names that are taken, and keys told in words."""

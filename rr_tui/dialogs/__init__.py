"""Dialogs: small screens over another one that answer one thing and go away."""

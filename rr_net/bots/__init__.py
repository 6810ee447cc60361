"""Bots that think in a process of their own, so that no screen waits for them."""

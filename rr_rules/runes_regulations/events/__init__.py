"""The road of one event: windows, prices, limits and what it sets off."""

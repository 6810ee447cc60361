"""The verbs of the vocabulary, one small class for each word."""

"""The verbs of the vocabulary: one file a verb, and the union of all."""

"""Lessons: annotated games on the real rules, as data, and the positions they begin with."""

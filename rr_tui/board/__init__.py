"""The board as pure functions: a view, a question, a cursor and a size make rows of spans."""

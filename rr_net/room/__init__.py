"""A room: a table with its seats, clocks and reaction windows, and the people around it."""

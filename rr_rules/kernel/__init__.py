"""What every game is written against: requests, flow, table, transcript and chance."""

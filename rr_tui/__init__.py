"""The interface of one player, on a full screen or in lines of text, over a link to a table."""

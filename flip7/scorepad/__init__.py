"""The score pad: a game as a log of entries, the file that keeps it, and what is printed and exported."""

"""Bodies whose author means no good, for every reader that goes on from turn to turn."""

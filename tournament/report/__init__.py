"""The match report: what was played, what was corrected and by whom, as lines that hang together by their hashes."""

"""What a club's captain does: confirms a result, or protests against it, with a secret that is his club's alone."""

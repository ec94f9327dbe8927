"""The nets: what they learn, how they are trained and shipped."""

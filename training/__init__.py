"""Pictures of our own to learn from, and the nets that learn from them. Never imported by the product."""

"""The shapes of what the page is sent (JSON Schema), as GET /api publishes them."""

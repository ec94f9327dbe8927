"""Where pictures come from: each module is one kind of camera."""

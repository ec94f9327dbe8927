"""Match reports at the hub: what stands in them, and who has confirmed them."""

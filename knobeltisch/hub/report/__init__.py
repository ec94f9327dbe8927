"""Match reports at the hub: what stands in them, who signed, the file that nobody can change."""

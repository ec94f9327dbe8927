"""The table: one queue and one thread, which receives messages, writes acts and publishes snapshots."""

"""Opening, repairing, backing up and restoring the table's files."""

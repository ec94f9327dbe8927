"""The health of device and table: doctor, support bundle, metrics."""

"""How the device and the table are: doctor, support bundle, metrics."""

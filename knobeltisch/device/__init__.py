"""This machine: sensors, power, address, logs, systemd's socket."""

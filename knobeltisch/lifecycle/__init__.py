"""The service's life under systemd: watchdog, failed starts, shutdown."""

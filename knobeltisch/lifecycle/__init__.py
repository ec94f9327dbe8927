"""What systemd sees: watchdog, failed starts, shutdown."""

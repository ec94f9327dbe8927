"""What a broker of the house is told over MQTT, and what may be ordered through it."""

"""MQTT: what the table publishes to a broker in the house."""

"""MQTT: what the table publishes to a broker in the house, and the orders it accepts from there."""

"""MQTT: the table's messages to a broker on the local network."""

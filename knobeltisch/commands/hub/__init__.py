"""The commands of `knobeltisch hub`."""

"""The commands of a federation that runs a league."""

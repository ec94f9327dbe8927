"""The commands of the terminal; the only room that knows arguments and exit codes."""

"""What stands behind each command of the terminal; the only room that knows arguments and exit codes."""

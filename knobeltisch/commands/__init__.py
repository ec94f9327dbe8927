"""The commands of the terminal; the only package that knows arguments and exit codes."""

# What every script in this folder shares.
# shellcheck shell=bash

# help_of FILE ARGS...: with --help or -h among the arguments, print the comment at the top of the script and end.
help_of() {
  local file=$1 one
  shift
  for one in "$@"; do
    if [[ $one == --help || $one == -h ]]; then
      sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$file"
      exit 0
    fi
  done
}

# value OPTION VALUE: print what stands behind an option that wants something.
value() {
  if [[ -z ${2:-} || ${2:-} == --* ]]; then
    printf '%s wants a value behind it; --help tells which.\n' "$1" >&2
    exit 1
  fi
  printf '%s\n' "$2"
}

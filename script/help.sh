# What every script in this folder shares.
ROOT="$(CDPATH='' cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)"
declare -rx ROOT

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# help_of FILE ARGS...: with --help or -h among the arguments, print the comment at the top of the script and end.
help_of() {
  [[ " ${*:2} " == *' --help '* || " ${*:2} " == *' -h '* ]] || return 0
  sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$1"
  exit 0
}

# read_options SPEC... -- ARGS...: a SPEC is --out=out for an option with a value, --only+only for one that may stand several times,
# --reuse:reuse for one that is then `yes`. What is no option stands in REST.
read_options() {
  local specs=' ' given kind
  while [[ $1 != -- ]]; do specs+="$1 "; shift; done
  REST=()
  while shift && (($#)); do
    if [[ ! $specs =~ \ "${1%%=*}"([=+:])([a-z_]+)\  ]]; then REST+=("$1"); continue; fi
    kind=${BASH_REMATCH[1]} given=yes
    local -n asked_for=${BASH_REMATCH[2]}
    if [[ $1 == *=* ]]; then given=${1#*=}; elif [[ $kind != : ]]; then given=${2:-}; fi
    if [[ -z $given || $given == --* ]]; then
      printf '%s needs a value after it; see --help.\n' "${1%%=*}" >&2
      exit 1
    fi
    if [[ $kind != + ]]; then asked_for=$given; else asked_for+=("$given"); fi
    unset -n asked_for
    [[ $kind == : || $1 == *=* ]] || shift
  done
}

# missing PROGRAM:PACKAGE...: a line for each program that is not here.
missing() {
  local one
  for one; do command -v "${one%:*}" >/dev/null || echo "${one%:*} is missing: apt-get install ${one#*:}"; done
}

# What every script in this folder shares.
ROOT="$(CDPATH='' cd -P -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)"
declare -rx ROOT

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

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

# read_options SPEC... -- ARGS...: a SPEC is --out=out for an option with a value, --only+only for one that may stand several times,
# --reuse:reuse for one that is then `yes`. What is no option stands in REST.
read_options() {
  local specs=' ' given
  while [[ $1 != -- ]]; do specs+="$1 "; shift; done
  REST=()
  while shift && (($#)); do
    if [[ $specs =~ \ "$1"([=+:])([a-z_]+)\  ]]; then
      local -n asked_for=${BASH_REMATCH[2]}
      case ${BASH_REMATCH[1]} in
        :) asked_for=yes ;;
        =) given=$(value "$1" "${2:-}") || exit 1; asked_for=$given; shift ;;
        +) given=$(value "$1" "${2:-}") || exit 1; asked_for+=("$given"); shift ;;
      esac
      unset -n asked_for
    else
      REST+=("$1")
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

# lend_settings ROOT: package settings of this machine (index, certificates, names) hold in that root too.
lend_settings() {
  local root=$1 one
  mkdir -p "$root/etc/ssl/certs" "$root/etc/xdg/pip"
  if [[ -e /etc/ssl/certs/ca-certificates.crt ]]; then
    cp --dereference /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
  fi
  if [[ -e /etc/pip.conf ]]; then cp /etc/pip.conf "$root/etc/pip.conf"; fi
  one=${HOME:-/root}/.config/pip/pip.conf
  if [[ -e $one ]]; then cp "$one" "$root/etc/xdg/pip/pip.conf"; fi
  for one in resolv.conf hosts; do
    cp --dereference "/etc/$one" "$root/etc/$one" 2>/dev/null || true
  done
}

# missing PROGRAM:PACKAGE...: a line for each program that is not here.
missing() {
  local one
  for one; do command -v "${one%:*}" >/dev/null || echo "${one%:*} is missing: apt-get install ${one#*:}"; done
}

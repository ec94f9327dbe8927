# What script/demo and script/test share: find Python, ask for missing Debian packages, keep .venv up to date.
set -euo pipefail
# Whatever the locale: Python reads the names of files in it, and a folder may have an umlaut in its name.
export LC_ALL=C.UTF-8

source "$(dirname -- "${BASH_SOURCE[0]}")/help.sh"
readonly VENV_PYTHON="$ROOT/.venv/bin/python"
yes=no
refusal=''
REST=()

say() { printf '%s\n' "$*"; }

# with_signs COMMAND...: run a command that says nothing, with a dot every few seconds; what it says only when it fails.
with_signs() {
  local output code=0 dots
  output=$(mktemp)
  while sleep 4; do printf '.' >&2; done &
  dots=$!
  "$@" >"$output" 2>&1 || code=$?
  kill "$dots" 2>/dev/null || true
  wait "$dots" 2>/dev/null || true
  printf '\n' >&2
  ((code == 0)) || cat "$output" >&2
  rm -f "$output"
  return "$code"
}

# set_up KIND PACKAGE...: KIND is demo or test; a PACKAGE is a Debian name, or several joined by | of which one will do.
set_up() {
  local kind=$1
  shift
  cd "$ROOT"
  local python wanted=("$@")
  usable_home
  # lgpio has no wheel for Python 3.13 on a Pi; where apt has it, that one is taken.
  if on_a_pi && available python3-lgpio >/dev/null; then wanted+=(python3-lgpio); fi
  if venv_fits; then
    install_packages "${wanted[@]}"
  else
    python=$(find_python) || wanted+=(python3 python3-venv)
    [[ -z $python ]] || "$python" -c 'import ensurepip, venv' 2>/dev/null || wanted+=("$(venv_package "$python")")
    install_packages "${wanted[@]}"
    make_venv
  fi
  venv_has_pip
  install_python_packages "$kind"
}

# --- Python

usable_home() {
  [[ -n ${HOME:-} && -w ${HOME:-} ]] && return
  HOME=$(mktemp -d)
  export HOME
}

on_a_pi() { grep -qs 'Raspberry Pi' /proc/device-tree/model; }

# Without what is installed for it: a package that cannot be read says nothing about the version.
right_version() {
  "$1" -I -S -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}

# Print the path of a Python 3.11 to 3.13. On a Pi only Debian's own sees apt's picamera2 and lgpio.
find_python() {
  local name names=("${PYTHON:-python3}" python3 python3.13 python3.12 python3.11)
  if on_a_pi; then names=("${PYTHON:-/usr/bin/python3}"); fi
  for name in "${names[@]}"; do
    if right_version "$name"; then
      "$name" -c 'import sys; print(sys.executable)'
      return
    fi
  done
  return 1
}

venv_package() {
  [[ $1 == /usr/bin/* ]] || fail "$1 cannot make virtual environments (no ensurepip); set PYTHON to one that can."
  "$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
}

# A .venv counts only where it was made: its programs carry the folder's name. Nothing else causes it to be made again: what
# somebody has installed there must not be lost because one thing could not be loaded.
venv_fits() { [[ ! -e .venv/made-in || $(<.venv/made-in) == "$ROOT" ]] && right_version "$VENV_PYTHON"; }

# Whether there is nothing to install any more.
venv_ready() { cd "$ROOT" && venv_fits && compgen -G '.venv/stamp-*' >/dev/null; }

venv_has_pip() {
  local output
  output=$("$VENV_PYTHON" -c 'import pip' 2>&1) && return
  "$VENV_PYTHON" -m ensurepip >/dev/null 2>&1 && "$VENV_PYTHON" -c 'import pip' 2>/dev/null && return
  fail "The Python in .venv cannot import pip (${output##*$'\n'}). Nothing was changed; to start over: rm -r .venv"
}

make_venv() {
  local python options=()
  python=$(find_python) || fail "Knobeltisch needs Python 3.11, 3.12 or 3.13, and none was found; install one, or set PYTHON to its path."
  if on_a_pi; then options=(--system-site-packages); fi
  say "Making .venv with $("$python" --version)."
  "$python" -m venv --clear "${options[@]}" .venv
  printf '%s\n' "$ROOT" >.venv/made-in
}

# What the installed packages depend on; a stamp with the same sum means there is nothing to do.
sum_up() {
  { cat pyproject.toml constraints.txt && "$VENV_PYTHON" --version && printf '%s\n' "$ROOT"; } | cksum
}

install_python_packages() {
  local kind=$1 extras='' stamp sum
  if [[ $kind == test ]]; then extras=dev,league; fi
  if on_a_pi && ! "$VENV_PYTHON" -c 'import lgpio' 2>/dev/null; then extras="${extras:+$extras,}pi"; fi
  sum=$(sum_up)
  for stamp in ".venv/stamp-$kind" .venv/stamp-test; do # what the tests need holds what the demo needs
    [[ -e $stamp && $(<"$stamp") == "$sum" ]] && return
  done
  say "Installing the Python packages into .venv; the first time this loads about 100 MB and takes a minute or two."
  with_signs env PIP_USER=0 "$VENV_PYTHON" -m pip install --quiet --disable-pip-version-check --no-input \
    --constraint "$(constraints)" --editable ".${extras:+[$extras]}" ||
    fail "pip could not install the Python packages; its message is above. Run this again when that is mended: nothing is lost."
  name_the_folder_from_within
  printf '%s\n' "$sum" >".venv/stamp-$kind"
}

# pip writes this folder's whole path into a .pth file, once for each package. Python 3.11 reads that in the locale's letters
# and ends at an umlaut where the locale has none, before any of our code runs; the way up from there needs no such letter.
name_the_folder_from_within() {
  local file
  for file in .venv/lib/python3.*/site-packages/*.pth; do
    [[ $(sort --unique "$file") != "$ROOT" ]] || printf '../../../..\n' >"$file"
  done
}

# The pins without hashes, which pip wants of all or none. apt's picamera2 on Bookworm needs numpy 1.
constraints() {
  local numpy
  sed -n '/^[a-z]/s/ *\\*$//p' constraints.txt >.venv/constraints.txt
  numpy=$(/usr/bin/python3 -c 'import numpy; print(numpy.__version__)' 2>/dev/null) || numpy=''
  if on_a_pi && [[ $numpy == 1.* ]]; then
    sed -i -E '/^(numpy|opencv-python)==/d' .venv/constraints.txt
    printf 'numpy==1.26.4\nopencv-python==4.11.0.86\n' >>.venv/constraints.txt
  fi
  printf '.venv/constraints.txt\n'
}

# --- Debian packages

# Is one of the names in "a|b" installed?
installed() {
  local name
  for name in ${1//|/ }; do
    [[ " $(dpkg-query --show --showformat='${db:Status-Status} ' "$name" 2>/dev/null)" == *' installed '* ]] && return
  done
  return 1
}

# Print the first of the names in "a|b" that apt could install.
available() {
  local name
  for name in ${1//|/ }; do
    if [[ $(LC_ALL=C apt-cache policy "$name" 2>/dev/null) == *'Candidate: '[!\(]* ]]; then
      printf '%s\n' "$name"
      return
    fi
  done
  return 1
}

install_packages() {
  if ! has_apt; then
    say "No apt here: see that what Debian calls $* is installed."
    return
  fi
  agree_and_install "These Debian packages are missing" "$@" || fail "$refusal"
}

# offer_packages PACKAGE...: install what some tests need; whoever says no goes on without those tests.
offer_packages() {
  has_apt || return 0
  agree_and_install "Some tests need these Debian packages, which are missing" "$@" || say "Those tests are skipped. $refusal"
}

has_apt() { command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

# agree_and_install WHY PACKAGE...: 1 if the answer is no; `refusal` says then what would do.
agree_and_install() {
  local why=$1 one missing=()
  for one in "${@:2}"; do installed "$one" || missing+=("$one"); done
  ((${#missing[@]})) || return 0
  say "$why ($(how_much "${missing[@]}")): ${missing[*]%%|*}"
  let_install "${missing[*]%%|*}" || return
  say "Installing them; a minute, or some minutes on a Pi."
  apt_install "${missing[@]}"
}

# Print what apt would load and what that takes on the disk, where apt knows already.
how_much() {
  local one names=()
  for one in "$@"; do
    names+=("$(available "$one")") || { printf 'apt does not know yet how much that is'; return; }
  done
  # Without the lock, which only root may take: nothing is changed.
  { apt-get install -o Debug::NoLocking=1 --assume-no --no-install-recommends "${names[@]}" 2>/dev/null || true; } |
    sed -n 's/^.*\b\([0-9]\+\) newly installed.*/\1 with what they need/p
      s/^Need to get \(.*\) of archives.*/\1 to load/p
      s/^After this operation, \(.*\) of additional.*/\1 on the disk/p' | paste -sd'~' | sed 's/~/, /g'
}

# Ask at a terminal; without one only root goes on unasked, and --yes always does. Where the answer is no, `refusal` says
# what would do.
let_install() {
  local answer
  refusal="Install them: sudo apt-get install $1"
  ((EUID == 0)) || command -v sudo >/dev/null || return 1
  [[ $yes == yes ]] && return
  if [[ -t 0 && ${CI:-} != true ]]; then
    read -r -p "Install them now with apt-get? [Y/n] " answer || answer=n
    [[ $answer =~ ^([yYjJ].*)?$ ]] && return
    refusal="Nothing was installed. $refusal"
    return 1
  fi
  ((EUID == 0)) && return
  refusal+=" (or run this again with --yes)"
  return 1
}

as_root() { if ((EUID == 0)); then "$@"; else sudo "$@"; fi; }

# Old lists may not know a package, or name files that are gone.
apt_install() {
  local one names fresh
  for fresh in no yes; do
    if [[ $fresh == yes ]]; then
      say "Loading apt's lists of packages."
      as_root apt-get update --quiet=2 || fail "apt-get update failed; its message is above."
    fi
    names=()
    for one in "$@"; do names+=("$(available "$one")") || continue 2; done
    apt_get_install "${names[@]}" && return
  done
  available "$one" >/dev/null || fail "apt has no package ${one//|/ or }; install it by hand and run this again."
  fail "apt-get could not install ${names[*]}; its message is above."
}

# Dots while all goes well; sudo asks on the terminal itself. A server that some test starts by itself is not started, nor at
# the next boot.
apt_get_install() {
  local before after
  as_root true
  before=$(enabled_units)
  with_signs as_root env DEBIAN_FRONTEND=noninteractive SYSTEMD_OFFLINE=1 apt-get install --yes --no-install-recommends "$@" || return
  mapfile -t after < <(comm -13 <(printf '%s\n' "$before") <(enabled_units))
  ((${#after[@]} == 0)) || as_root systemctl --quiet disable "${after[@]}" 2>/dev/null
}

enabled_units() {
  systemctl list-unit-files --state=enabled --no-legend --plain 2>/dev/null | cut -d' ' -f1 | sort || true
}

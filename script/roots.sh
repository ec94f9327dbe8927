# What the tries in a Debian root of their own share: making the root, putting the package into it, telling how it went.
# Whoever sources this has set `suite`, and sets `arch` afterwards where the root is for another architecture.
set -euo pipefail

source "$(dirname -- "${BASH_SOURCE[0]}")/help.sh"
help_of "$0" "$@" # of the script that sources this
suite=${suite:-}
here=$(dpkg --print-architecture 2>/dev/null || true)
arch=$here
work=${KNOBELTISCH_INSIDE:-$(mktemp -d)}
root=$work/root
kept=${KNOBELTISCH_ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/knobeltisch/roots} # the bare roots; delete it to make them again
port=$((20000 + RANDOM % 20000))
services=()
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive

# fail SENTENCE: end the whole script, also where $(...) runs this: `fact "..." "$(fail why)"` would go on otherwise.
fail() {
  printf 'FAILED: %s\n' "$*" | tee -a "$work/failed" >&2 || true
  if ((BASHPID != $$)); then kill -USR1 $$; fi
  exit 1
}
trap 'exit 1' USR1

# fail_with FILE SENTENCE: show the file, then fail.
fail_with() { cat "$1" >&2; fail "$2"; }

ok() { printf '%4s s  %s\n' "$SECONDS" "$*"; }

since() { awk "BEGIN{printf \"%.1f\", $EPOCHREALTIME - $1}"; }

# until_true SECONDS COMMAND...: try again and again.
until_true() {
  local last=$((SECONDS + $1))
  while ! "${@:2}" >/dev/null 2>&1; do
    ((SECONDS < last)) || return 1
    sleep 0.1
  done
}

# quiet COMMAND...: what it says is shown only when it fails.
quiet() { "$@" >"$work/said" 2>&1 || fail_with "$work/said" "$*"; }

# refused SENTENCE WORDS COMMAND...: the command fails, and says the WORDS; the SENTENCE is what it would be otherwise.
refused() {
  if "${@:3}" >"$work/said" 2>&1; then fail_with "$work/said" "$1"; fi
  grep -q "$2" "$work/said" || fail_with "$work/said" "it does not say '$2'"
}

# start LOG COMMAND...: a program whose words go to $work/LOG and which ends with the try; $! is its process, also by `within`.
start() {
  (replace='exec' && if [[ $(type -t "$2") == function ]]; then "${@:2}"; else exec "${@:2}"; fi) </dev/null >"$work/$1" 2>&1 &
  services+=($!)
}

within() { ${replace:-} chroot "$root" "$@"; }

# as USER COMMAND...: in the root, with nothing of this machine's environment.
as() { within setpriv --reuid="$1" --regid="$1" --init-groups env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "${@:2}"; }

is_enabled() { [[ -L $root/etc/systemd/system/multi-user.target.wants/$1.service ]] || fail "the unit is not enabled"; }

mirror() {
  awk '/^URIs:/{print $2; exit}' /etc/apt/sources.list.d/debian.sources 2>/dev/null | grep . ||
    awk '$1 == "deb"{for (i = 2; i < NF; i++) if ($i ~ /^http/) {print $i; exit}}' /etc/apt/sources.list
}

# runs_here: does the kernel hand programs of $arch to qemu? The F is for a chroot, which does not hold qemu.
runs_here() {
  local machine=x86_64 binfmt=/proc/sys/fs/binfmt_misc
  [[ $arch != arm64 ]] || machine=aarch64
  [[ $arch != "$here" ]] || return 0
  command -v "qemu-$machine-static" >/dev/null || fail "Programs of $arch need qemu here: apt-get install qemu-user-static"
  [[ -e $binfmt/register ]] || fail "binfmt_misc is not mounted: mount -t binfmt_misc binfmt_misc $binfmt"
  [[ $(cat "$binfmt/qemu-$machine" 2>/dev/null) == enabled*flags:\ *F* ]] ||
    fail "The kernel does not give programs of $arch to qemu: cat /usr/lib/binfmt.d/qemu-$machine.conf >$binfmt/register"
}

bare_root() {
  bare=$kept/$suite
  [[ $arch == "$here" ]] || bare+=-$arch
  [[ -e $bare.ready ]] && return
  runs_here
  mkdir -p "$kept"
  rm -rf "${bare:?}"
  quiet debootstrap --arch="$arch" --variant=minbase --include=python3,systemd "$suite" "$bare" "$(mirror)"
  : >"$bare.ready"
  ok "bare root of $suite for $arch made, $(du -sm "$bare" | cut -f1) MB"
}

# What is written goes into a layer above the bare root, which stays as it is.
fresh_root() {
  bare_root
  mkdir -p "$root" "$work/upper" "$work/overlay"
  mount -t overlay -o "lowerdir=$bare,upperdir=$work/upper,workdir=$work/overlay" knobeltisch "$root" 2>/dev/null ||
    cp -a "$bare/." "$root" # where no overlay may be made
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/test" # this root need not outlive a power cut
}

# open_for_good: what the kernel gives stays mounted, and no service ever starts.
open_for_good() {
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod 755 "$root/usr/sbin/policy-rc.d"
  mount -t proc proc "$root/proc"
}

# lend_settings: package settings of this machine (index, certificates, names) hold in the root too.
lend_settings() {
  local one
  mkdir -p "$root/etc/ssl/certs" "$root/etc/xdg/pip"
  for one in ssl/certs/ca-certificates.crt pip.conf resolv.conf hosts; do
    cp --dereference "/etc/$one" "$root/etc/$one" 2>/dev/null || true
  done
  cp "${HOME:-/root}/.config/pip/pip.conf" "$root/etc/xdg/pip/" 2>/dev/null || true
}

# apt_install PACKAGE...: names, or paths in the root.
apt_install() { quiet within apt-get install --yes --no-install-recommends "$@"; }

# install_into PACKAGE...: the same, from fresh lists; afterwards services may start.
install_into() {
  open_for_good
  lend_settings
  quiet within apt-get update
  apt_install "$@"
  lend_settings # again: installing ca-certificates has written its own
  umount --lazy "$root/proc" # what an installation started may still look at it
  rm "$root/usr/sbin/policy-rc.d"
}

# dpkg_there ARGUMENTS...: dpkg for the root. By qemu dpkg and apt take minutes to look at their lists: there this machine's
# dpkg does it, and only what the package itself runs is run by qemu.
dpkg_there() {
  if [[ $arch == "$here" ]]; then
    within dpkg "$@"
  else
    dpkg --root="$root" --force-architecture --force-unsafe-io "${@/#\/tmp\//$root/tmp/}"
  fi
}

# state FIELD [PACKAGE]: what dpkg there has noted of a package.
state() { dpkg-query --admindir="$root/var/lib/dpkg" --show --showformat="\${$1}" "${2:-knobeltisch}"; }

version_is() {
  local now
  now="$(state db:Status-Status) $(state Version)"
  [[ $now == "installed $1" ]] || fail "installed is '$now', not $1"
}

# lay FILE: install it. Bytecode is the same on every machine: a Python of the root's version, if there is one here, spares
# qemu the compiling, and postinst finds it done.
lay() {
  local python
  dpkg_there --unpack "$1" || return
  python=$(readlink "$root/usr/bin/python3")
  if [[ $arch != "$here" ]] && "$python" -c '' 2>/dev/null; then
    "$python" -I -W ignore -m compileall -q -s "$root" "$root/usr/lib/knobeltisch/any" "$root/usr/lib/knobeltisch/cp3${python#*.}" || true
  fi
  dpkg_there --configure knobeltisch
}

# shows WANTED KEY...: the board has that under the keys, as a browser out here sees it; `ask` is the try's.
shows() { [[ $(ask board "${@:2}") == "$1" ]]; }

# close_root: let the root go and begin with an empty layer.
close_root() {
  local one
  for one in "$root/proc" "$root"; do
    if mountpoint -q "$one"; then umount --lazy "$one"; fi
  done
  rm -rf --one-file-system "$root" "$work/upper" "$work/overlay"
}

let_root_go() {
  local one
  for one in "${services[@]}"; do kill "$one" && wait "$one"; done 2>/dev/null || true
  close_root
  rm -rf --one-file-system "$work"
}

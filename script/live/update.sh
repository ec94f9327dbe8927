#!/usr/bin/env bash
# Prove `knobeltisch update` under a running systemd: script/live/update.sh bookworm|trixie [FILE.deb]. As root; about
# fifteen minutes. With RANDOM_CUTS=N the plug is pulled N times more, at any moment of an update; with CUTS_ONLY=yes only
# that is tried, and the cuts at certain moments. With FROM=OLD.deb it is the way from that package to FILE.deb and back that
# is proven, by hand and with the plug pulled both times; a few minutes.
set -euo pipefail

suite=${1:-}
deb=${2:-}
# shellcheck source-path=SCRIPTDIR source=../live.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../live.sh"
trap live_end EXIT
readonly UPDATES=var/lib/knobeltisch-update

# --- packages

# changed VERSION COMMAND: the package with COMMAND done in its tree, as VERSION.
changed() {
  local version=$1 tree=$work/tree
  shift
  rm -rf "$tree"
  dpkg-deb --raw-extract "$deb" "$tree"
  sed -i "s/^Version: .*/Version: $version/" "$tree/DEBIAN/control"
  sed -i "s/^VERSION='.*'/VERSION='$version'/" "$tree/DEBIAN/preinst"
  (cd "$tree" && "$@" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  dpkg-deb --root-owner-group -Znone --build "$tree" "$root/var/tmp/$version.deb" >/dev/null
  rm -rf "$tree"
}

# The table ends before it has a page, each time.
falls_over() {
  printf '\nraise RuntimeError("this version does not start")\n' >>usr/lib/knobeltisch/any/knobeltisch/commands/run.py
}

# It writes the journal as a later version might, and then ends.
raises_and_falls_over() {
  cat >>usr/lib/knobeltisch/any/knobeltisch/commands/run.py <<'PYTHON'

import sqlite3
with sqlite3.connect("/var/lib/knobeltisch/journal.sqlite") as journal:
    journal.execute("PRAGMA user_version = 2")
raise RuntimeError("this version does not start")
PYTHON
}

packages() {
  changed 0.2.0 true
  changed 0.3.0 falls_over
  changed 0.4.0 raises_and_falls_over
  changed 0.5.0 sed -i '2i sleep 8' DEBIAN/postinst
  local half=$(($(stat --format=%s "$deb") / 2)) # of the package as it was pressed: that has checksums
  head --bytes="$half" "$deb" >"$root/var/tmp/cut.deb"
  cp "$deb" "$root/var/tmp/spoilt.deb"
  printf 'beer' | dd of="$root/var/tmp/spoilt.deb" bs=1 seek="$half" conv=notrunc status=none
}

# --- the table

comes_up() {
  switch_on
  ask wait >/dev/null
}

# Seven hours later: the journal as it is, with all its entries earlier.
seven_hours_pass() {
  inside systemctl stop knobeltisch
  inside python3 -I - <<'PYTHON'
import os, sys
from pathlib import Path
sys.path[:0] = ["/usr/lib/knobeltisch/cp%d%d" % sys.version_info[:2], "/usr/lib/knobeltisch/any"]
try:
    from knobeltisch.storage.journal import open_journal
except ImportError:  # a version before the rooms
    from knobeltisch.journal import open_journal
path = Path("/var/lib/knobeltisch/journal.sqlite")
owner = path.stat()
old = open_journal(path)
entries = list(old.entries())
old.close()
path.unlink()
new = open_journal(path)
for one in entries:
    new.append(at=one.at - 7 * 3600, source=one.source, kind=one.kind, body=one.body)
new.close()
os.chown(path, owner.st_uid, owner.st_gid)
path.chmod(0o600)
PYTHON
  inside systemctl start knobeltisch
  ask wait >/dev/null
  played=$(ask acts)
}

update() {
  inside knobeltisch update "/var/tmp/$1" >"$work/update" 2>&1
}

# is VERSION WHEN: it is installed and well, with the evening as it was, and nothing of an update is left.
is() {
  local now
  now=$(inside dpkg-query --show --showformat="\${db:Status-Status} \${Version}" knobeltisch)
  [[ $now == "installed $1" ]] || fail "$2: installed is '$now', not $1"
  [[ -z $(inside dpkg --audit) ]] || fail "$2: dpkg has something to say: $(inside dpkg --audit)"
  [[ -z $(inside dpkg --verify knobeltisch) ]] || fail "$2: files are not as packed: $(inside dpkg --verify knobeltisch | head -n 3)"
  [[ ! -e $root/$UPDATES/plan.json ]] || fail "$2: the update is still under way"
  [[ $(ask acts) == "$played" ]] || fail "$2: the evening is not as it was played"
  [[ $(over_its_network curl -s localhost:8080/healthz) == *'"mode":"normal"'* ]] || fail "$2: not in normal mode"
}

told_last() {
  python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["message"])' "$root/$UPDATES/last.json"
}

refused() {
  if update "$1"; then fail "$2 was not refused"; fi
  grep -q "$3" "$work/update" || { cat "$work/update" >&2; fail "$2: the refusal gives another reason"; }
  is "$version" "$2 refused"
  ok "refused, $2: $(<"$work/update")"
}

# --- what is proven

refusals() {
  refused 0.2.0.deb 'during a game' 'game is under way'
  seven_hours_pass
  refused cut.deb 'cut short' 'not a whole'
  refused spoilt.deb 'a byte changed' 'not a whole'
}

updates() {
  local begun=$EPOCHREALTIME
  update 0.2.0.deb || { cat "$work/update" >&2; inside journalctl -u knobeltisch-update >&2; fail "it does not update"; }
  is 0.2.0 'updated'
  ok "updated in $(since "$begun") s: $(told_last)"
  ok "steps: $(steps_after "$begun")"
  ok "for the way back: $(du -m "$root/$UPDATES/previous.deb" | cut -f1) MB"
  inside setpriv --reuid=knobeltisch --regid=knobeltisch --clear-groups knobeltisch doctor >"$work/doctor" || true
  grep '^ok  update: .*Updated from' "$work/doctor" >/dev/null || fail "the doctor says: $(grep update: "$work/doctor")"
}

# steps_after BEGIN: how long each step took, by the log of the update's unit.
steps_after() {
  inside journalctl --unit=knobeltisch-update --output=short-unix --quiet | awk -v last="$1" '
    BEGIN {name = "checked and laid ready"}
    / is stopped,/ {step("stopped")} / is being installed/ {step("installed")} /waiting for its page/ {step("page")} / Updated from/ {step("")}
    function step(next_name) {printf "%s %.1f s  ", name, $1 - last; last = $1; name = next_name}'
}

goes_back_by_hand() {
  local begun=$EPOCHREALTIME
  inside knobeltisch update "/$UPDATES/previous.deb" >"$work/update" 2>&1 || { cat "$work/update" >&2; fail "it does not go back"; }
  is "$version" 'back by hand'
  ok "back by hand, with the package that was kept, in $(since "$begun") s: $(told_last)"
}

rolls_back() {
  local begun=$EPOCHREALTIME said=0
  update "$1.deb" || said=$?
  ((said == 1)) || { cat "$work/update" >&2; fail "exit $said, not 1"; }
  is "$version" "rolled back from $1"
  [[ $(told_last) == *' runs again, and the evening is as it was.'* ]] || fail "after going back: $(told_last)"
  ok "rolled back from $1 in $(since "$begun") s: $(told_last)"
}

# The update is begun, and the plug pulled when MOMENT is true.
cut_when() {
  local name=$1 tries
  shift
  inside knobeltisch update "/var/tmp/$name" >"$work/update" 2>&1 &
  local command=$!
  for ((tries = 12000; tries > 0; tries--)); do
    if "$@" 2>/dev/null; then break; fi
    kill -0 "$command" 2>/dev/null || fail "the update ended before the moment came: $*"
    sleep 0.01
  done
  pull_the_plug
  wait "$command" || true
  ((tries > 0)) || fail "the moment never came: $*"
}

step_is() {
  grep -q "\"step\": \"$1\"" "$root/$UPDATES/plan.json"
}

unpacking() {
  step_is "$1" && [[ -n $(find "$root/usr/lib/knobeltisch" -name '*.dpkg-new' -print -quit) ]]
}

# dpkg writes small steps down beside its large file.
half_configured() {
  step_is install && grep -hqs '^Status: .* half-configured$' "$root"/var/lib/dpkg/updates/[0-9]* "$root/var/lib/dpkg/status"
}

compiling() {
  step_is install && [[ -n $(find "$root/usr/lib/knobeltisch" -name '*.pyc' -newer "$root/$UPDATES/plan.json" -print -quit) ]]
}

# comes_back WHEN VERSION...: after power is back, without a hand, one of the versions is there and well.
comes_back() {
  local when=$1 begun=$EPOCHREALTIME page now
  shift
  power_on
  ask wait >/dev/null 2>&1 || ask wait >/dev/null
  page=$(since "$begun")
  until_true 600 has_booted || fail "$when: systemd has not come up"
  until_true 400 test ! -e "$root/$UPDATES/plan.json" || fail "$when: the update never ends"
  now=$(inside dpkg-query --show --showformat="\${Version}" knobeltisch)
  [[ " $* " == *" $now "* ]] || fail "$when: $now is installed"
  until_true 30 ask acts || true
  is "$now" "$when"
  ok "$when: page after $page s, ended after $(since "$begun") s with $now: $(told_last)"
}

# Start from the version under test again.
as_before() {
  inside systemctl stop knobeltisch
  quiet inside dpkg --install /var/tmp/table.deb
  inside systemctl start knobeltisch
  ask wait >/dev/null
}

cuts() {
  cut_when 0.2.0.deb step_is begin
  comes_back 'cut as the table was stopped' "$version"
  cut_when 0.2.0.deb unpacking install
  comes_back 'cut while dpkg unpacked' 0.2.0
  as_before
  cut_when 0.5.0.deb half_configured
  comes_back 'cut after unpacking, before anything was configured' 0.5.0
  as_before
  cut_when 0.2.0.deb compiling
  comes_back 'cut while it was configured' 0.2.0
  as_before
  cut_when 0.2.0.deb step_is watch
  comes_back 'cut while the page was waited for' 0.2.0
  as_before
  cut_when 0.3.0.deb unpacking install
  comes_back 'cut while dpkg unpacked what does not start' "$version"
  cut_when 0.4.0.deb step_is watch
  comes_back 'cut while waiting for what has changed the journal' "$version"
  cut_when 0.4.0.deb unpacking back
  comes_back 'cut on the way back' "$version"
  cut_when 0.4.0.deb step_is watch_back
  comes_back 'cut while the old page was waited for' "$version"
}

# moment SECONDS: so long after the update was begun to be carried out.
moment() {
  step_is begin || step_is install || step_is watch || return 1
  sleep "$1"
}

random_cuts() {
  local number after
  for ((number = 1; number <= ${RANDOM_CUTS:-0}; number++)); do
    after=$(awk "BEGIN{srand($RANDOM); printf \"%.2f\", rand() * ${RANDOM_WITHIN_S:-40}}")
    cut_when 0.2.0.deb moment "$after"
    comes_back "cut $number, after $after s" "$version" 0.2.0
    as_before
  done
}

# Update from the package OLD.deb to the one under test and back, by the version that is installed each time.
from_before() {
  local new
  new=$(dpkg-deb --field "$deb" Version)
  cp "$deb" "$root/var/tmp/new.deb"
  comes_up
  played=$(ask play)
  seven_hours_pass
  local begun=$EPOCHREALTIME
  update new.deb || { cat "$work/update" >&2; inside journalctl -u knobeltisch-update >&2; fail "it does not update"; }
  is "$new" "updated from $version"
  ok "updated in $(since "$begun") s: $(told_last)"
  goes_back_by_hand
  cut_when new.deb unpacking install
  comes_back 'cut while dpkg unpacked the new version' "$new"
  cp "$root/$UPDATES/previous.deb" "$root/var/tmp/old.deb"
  cut_when old.deb unpacking install
  comes_back 'cut while dpkg unpacked the old version again' "$version"
}

[[ $suite == bookworm || $suite == trixie ]] || fail "Name a suite: script/live/update.sh bookworm, or trixie."
((EUID == 0)) || fail "A container needs root: sudo script/live/update.sh $suite"
command -v systemd-nspawn >/dev/null || fail "systemd-nspawn is missing: apt-get install systemd-container"
[[ -n $deb ]] || deb=$("$ROOT/script/build-deb" --out "$work")
live_root "${FROM:-$deb}"
printf '[page]\ntable = "everyone"\n' >"$root/etc/knobeltisch/live.toml"
version=$(dpkg-deb --field "${FROM:-$deb}" Version)
if [[ -n ${FROM:-} ]]; then
  ok "version $version is installed in a $suite"
  from_before
  printf 'All passed on %s in %s s.\n' "$suite" "$SECONDS"
  exit
fi
packages
ok "version $version is installed in a $suite, and packages are made of it"
comes_up
played=$(ask play)
refusals
if [[ -z ${CUTS_ONLY:-} ]]; then
  updates
  goes_back_by_hand
  rolls_back 0.3.0
  rolls_back 0.4.0
fi
cuts
random_cuts
printf 'All passed on %s in %s s.\n' "$suite" "$SECONDS"

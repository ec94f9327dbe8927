# `knobeltisch update` under a running systemd: carried out, gone back by itself, and after a pulled plug.
readonly UPDATES=var/lib/knobeltisch-update

updates() {
  version=$(dpkg-deb --field "$deb" Version)
  changed 7.0 true
  changed 7.1 raises_and_falls_over
  played=$(ask acts)
  seven_hours_pass
  updates_and_goes_back_by_hand
  rolls_back 7.1
  cut_while_the_page_is_waited_for
}

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

# It writes the journal as a later version might, and then ends.
raises_and_falls_over() {
  cat >>usr/lib/knobeltisch/any/knobeltisch/commands/run.py <<'PYTHON'

import sqlite3
with sqlite3.connect("/var/lib/knobeltisch/journal.sqlite") as journal:
    journal.execute("PRAGMA user_version = 2")
raise RuntimeError("this version does not start")
PYTHON
}

# Seven hours later: the journal as it is, with all its entries earlier.
seven_hours_pass() {
  inside systemctl stop knobeltisch
  inside python3 -I - <<'PYTHON'
import os, sys
from pathlib import Path
sys.path[:0] = ["/usr/lib/knobeltisch/cp%d%d" % sys.version_info[:2], "/usr/lib/knobeltisch/any"]
from knobeltisch.storage.journal import open_journal
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

# there: whether a version is installed, and which.
there() {
  inside dpkg-query --show --showformat="\${db:Status-Status} \${Version}" knobeltisch
}

# is VERSION WHEN: it is installed and well, with the evening as it was, and nothing of an update is left.
is() {
  [[ $(there) == "installed $1" ]] || fail "$2: '$(there)' is there, not $1"
  [[ -z $(inside dpkg --audit) ]] || fail "$2: dpkg has something to say: $(inside dpkg --audit)"
  [[ -z $(inside dpkg --verify knobeltisch) ]] || fail "$2: files are not as packed: $(inside dpkg --verify knobeltisch | head -n 3)"
  [[ ! -e $root/$UPDATES/plan.json ]] || fail "$2: the update is still under way"
  [[ $(ask acts) == "$played" ]] || fail "$2: the evening is not as it was played"
  in_mode normal || fail "$2: not in normal mode"
}

told_last() {
  python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["message"])' "$root/$UPDATES/last.json"
}

updates_and_goes_back_by_hand() {
  local begun=$EPOCHREALTIME
  update 7.0.deb || { cat "$work/update" >&2; inside journalctl -u knobeltisch-update >&2; fail "it does not update"; }
  is 7.0 'updated'
  fact "updated, seconds" "$(since "$begun")"
  inside knobeltisch update "/$UPDATES/previous.deb" >"$work/update" 2>&1 || fail_with "$work/update" "it does not go back"
  is "$version" 'back by hand'
}

rolls_back() {
  local begun=$EPOCHREALTIME said=0
  update "$1.deb" || said=$?
  ((said == 1)) || fail_with "$work/update" "exit $said, not 1"
  is "$version" "rolled back from $1"
  [[ $(told_last) == *' runs again, and the evening is as it was.'* ]] || fail "after going back: $(told_last)"
  fact "back by itself from a version that does not start, seconds" "$(since "$begun")"
}

# dpkg is done with 7.0, and the plan is still there.
page_is_waited_for() {
  [[ -e $root/$UPDATES/plan.json && $(there) == 'installed 7.0' ]]
}

# The plug is pulled then; after power is back, without a hand, the version from before is there and well.
cut_while_the_page_is_waited_for() {
  local when='cut while the page was waited for' command
  update 7.0.deb &
  command=$!
  until_true 120 page_is_waited_for || fail "the update is never at the point where its page is waited for"
  pull_the_plug
  wait "$command" || true
  power_on
  until_true 600 has_booted || fail "$when: systemd has not come up"
  until_true 400 test ! -e "$root/$UPDATES/plan.json" || fail "$when: the update never ends"
  ask wait >/dev/null 2>&1 || ask wait >/dev/null
  is "$version" "$when"
  returned=yes
  fault "update: plug pulled, $when" 1 0 "$(told_last)"
}

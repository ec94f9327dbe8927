# The package under a running systemd: facts, its other services, and faults. Each fault is made, then the box is left alone until
# its page answers again; one that it does not come back from by itself is counted, and the next one is tried. Whatever else is wrong
# ends all.
source "$ROOT/script/live.sh"
readonly HUB=knobeltisch-hub UPDATES=var/lib/knobeltisch-update
steps=(how_exposed sandbox may_switch_off hub_service plug_pulled camera_hangs updates switched_off)

lacks() { missing systemd-nspawn:systemd-container; }

open_up() {
  local begun
  package
  fresh_root
  cp "$deb" "$root/var/tmp/table.deb"
  echo knobeltisch >"$root/etc/hostname"
  install_into dbus polkitd avahi-daemon libnss-systemd /var/tmp/table.deb
  ok "installed"
  begun=$EPOCHREALTIME
  power_on
  ask wait >/dev/null
  fact "from power to the page, first start, seconds" "$(since "$begun")"
  up
  fact "from power to all of systemd up" "$(since "$begun")"
  [[ $(unit_property $UNIT ActiveState) == active ]] || fail "the unit is $(unit_property $UNIT ActiveState)"
  fact "from the service's start to ready" \
    "$(awk "BEGIN{printf \"%.1f\", ($(unit_property $UNIT ActiveEnterTimestampMonotonic) - $(unit_property $UNIT ExecMainStartTimestampMonotonic)) / 1e6}")"
  pin=$(ask pair)
  quiet ask play
  play_on
}

# fault WHAT TIMES SECONDS [WHAT THE PAGE SAYS]: after `back` and `nothing_lost`.
fault() {
  ok "$1, $2 times: $3 s${4:+; $4}"
  printf '| %s | %s | %s | %s | %s | %s |\n' "$1" "$2" 0 "$returned" "$3" "${4:-}" >>"$faults"
  if [[ $returned != yes ]]; then ((not_back += 1)); fi
}

# back SECONDS: note whether the page answers within them.
back() { until_true "$1" ask health ok && returned=yes || returned=no; }

nothing_lost() {
  local now
  now=$(ask as_shown "$work/shown")
  [[ $now == "as shown"* ]] || fail "$1: $now"
}

# in_mode MODE: normal or safe.
in_mode() { [[ $(ask health mode) == "$1" ]]; }

# Restart the service in order, which forgets earlier failures.
afresh() {
  inside systemctl daemon-reload
  inside systemctl restart $UNIT
  ask wait >/dev/null
}

# --- facts

# exposure UNIT
exposure() { inside systemd-analyze security --no-pager "$1" | sed -n 's/.*exposure level for [^:]*: \([0-9.]*\).*/\1/p'; }

how_exposed() { fact "exposure by \`systemd-analyze security\` of the running unit" "$(exposure $UNIT)"; }

sandbox() {
  local unit=$root/etc/systemd/system/$UNIT.service.d
  mkdir -p "$root/home/guest" "$unit"
  chmod 755 "$root/home/guest"
  cp "$ROOT/script/inside/reach.py" "$root/srv/"
  install -m 4755 "$root/usr/bin/id" "$root/usr/local/bin/live-id"
  inside mknod -m 666 /dev/live-disk b 7 7
  printf '[Service]\nExecStartPre=-/usr/bin/python3 -I /srv/reach.py\n' >"$unit/try.conf"
  afresh
  inside journalctl --unit $UNIT --output cat --no-pager | sed -n 's/^REACH //p' >"$work/reach"
  rm "$unit/try.conf"
  [[ $(wc -l <"$work/reach") == 1 ]] || fail_with "$work/reach" "the sandbox"
  fact "what a broken page would try, from inside the sandbox" "$(<"$work/reach")"
}

may_switch_off() {
  local user answers=()
  for user in knobeltisch nobody knobeltisch-kiosk; do
    answers+=("$user: $(inside setpriv --reuid=$user --clear-groups busctl call org.freedesktop.login1 /org/freedesktop/login1 \
      org.freedesktop.login1.Manager CanPowerOff | cut -d'"' -f2)")
  done
  [[ ${answers[*]} == "knobeltisch: yes nobody: challenge knobeltisch-kiosk: challenge" ]] || fail "who may switch off: ${answers[*]}"
  refused "nobody may switch off" '' inside setpriv --reuid=nobody --clear-groups systemctl poweroff
  fact "who may switch off, asked of logind" "$(printf '%s, ' "${answers[@]}" | sed 's/, $//') (a password that nobody has)"
}

# --- the hub: started as its document says, looked at, killed, looked at again

hub_page() { over_its_network curl --silent --fail --max-time 5 http://127.0.0.1:8090/pub; }

# another_process UNIT PID
another_process() { [[ $(unit_property "$1" ActiveState) == active && $(unit_property "$1" MainPID) != "$2" ]]; }

hub_service() {
  local before begun folder
  inside systemctl enable --quiet --now $HUB
  quiet hub_page
  folder=$(inside stat --format '%U %a' /var/lib/knobeltisch-hub)
  [[ $folder == 'knobeltisch 700' ]] || fail "the hub's folder: $folder"
  before=$(unit_property $HUB MainPID)
  inside systemctl kill --signal KILL --kill-who main $HUB
  begun=$EPOCHREALTIME
  until_true 60 another_process $HUB "$before" || fail "the hub is $(unit_property $HUB ActiveState) after a kill"
  until_true 30 hub_page || fail "the hub has no page after a kill"
  fact "the hub's unit: exposure, back after SIGKILL in seconds" "$(exposure $HUB), $(since "$begun")"
  inside setpriv --reuid=knobeltisch --regid=knobeltisch --clear-groups knobeltisch hub doctor >"$work/doctor" || true
  fact "the hub's doctor says" "$(paste -sd"~" "$work/doctor" | sed "s/~/, /g")"
  inside systemctl disable --quiet --now $HUB
}

# --- the faults

plug_pulled() {
  local n begun total=0 longest=0 took
  for ((n = 1; n <= times; n++)); do
    (ask on 60 "$work/shown" >/dev/null 2>&1) &
    sleep "2.$((RANDOM % 10))"
    pull_the_plug
    wait $! || true
    begun=$EPOCHREALTIME
    power_on
    back 60
    took=$(since "$begun")
    total=$(awk "BEGIN{print $total + $took}")
    longest=$(awk "BEGIN{print ($took > $longest) ? $took : $longest}")
    up
    nothing_lost "plug pulled"
  done
  fault "plug pulled in play, at any moment; booted again" "$times" "$(awk "BEGIN{printf \"%.1f\", $total / $times}") (at most $longest)"
}

camera_hangs() {
  local begun n
  cp "$ROOT/script/inside/painted.py" "$root/srv/"
  quiet inside /usr/bin/python3 -I /srv/painted.py keep /srv/pictures 30000
  printf '[camera]\ndevice = "/srv/pictures"\n' >"$root/etc/knobeltisch/camera.toml"
  afresh
  camera_comes_within 30
  play_on
  for n in 1 2 3; do
    begun=$EPOCHREALTIME
    hangs
    back 30
    nothing_lost "camera hangs"
    ((n == 3)) || camera_comes_within 30
    ((n != 1)) || fault "camera hangs in its driver (camera thread held)" 1 "$(since "$begun") until it sees again"
  done
  in_mode safe || fail "three times a camera that hangs, and no safe mode"
  fault "the same three times: safe mode" 1 "$(since "$begun") after the third" "$(ask health reason)"
  afresh
  in_mode normal || fail "stopping in order does not forget the count"
  camera_comes_within 30
  fact "\`systemctl restart\` after safe mode" "normal mode, camera ok"
}

# Hold the camera thread until the watchdog has struck.
hangs() {
  local pid
  pid=$(unit_property $UNIT MainPID)
  cp "$ROOT/script/inside/hold.py" "$root/srv/"
  start held inside python3 -I /srv/hold.py "$pid"
  until_true 90 another_process "$UNIT" "$pid" || fail "the watchdog does not see a camera that hangs"
  wait "${services[-1]}" || fail "$(<"$work/held")"
}

# --- the switch

# by_the_landlord WORD CODE: the landlord's page restarts the device or switches it off.
by_the_landlord() {
  play_on
  ask post /api/login "{\"pin\": \"$pin\"}" >/dev/null
  begun=$EPOCHREALTIME
  ask post "/api/landlord/$1" >/dev/null
  if ! is_off || ((ended != $2)); then fail "the landlord's page does not do it: $1, $ended"; fi
  took=$(since "$begun")
  switch_on
  nothing_lost "$1 by the landlord"
}

switched_off() {
  local begun took
  play_on
  refused "the device goes off without the PIN" '' ask post /api/landlord/off
  by_the_landlord restart 133
  by_the_landlord off 0
  fact "the landlord's page: started again; switched off, seconds to power off" "$took"
}

# --- `knobeltisch update`: carried out, gone back by itself, and after a pulled plug

updates() {
  local begun said=0
  version=$(dpkg-deb --field "$deb" Version)
  changed 7.0 ''
  # It writes the journal as a later version might, and then ends.
  changed 7.1 'import sqlite3
with sqlite3.connect("/var/lib/knobeltisch/journal.sqlite") as journal:
    journal.execute("PRAGMA user_version = 2")
raise RuntimeError("this version does not start")'
  played=$(ask acts)
  seven_hours_pass
  begun=$EPOCHREALTIME
  update /var/tmp/7.0.deb || fail_with "$work/update" "it does not update"
  is 7.0 'updated'
  fact "updated, seconds" "$(since "$begun")"
  update "/$UPDATES/previous.deb" || fail_with "$work/update" "it does not go back"
  is "$version" 'back by hand'
  begun=$EPOCHREALTIME
  update /var/tmp/7.1.deb || said=$?
  ((said == 1)) || fail_with "$work/update" "exit $said, not 1"
  is "$version" 'rolled back from 7.1'
  [[ $(told_last) == *' runs again, and the evening is as it was.'* ]] || fail "after going back: $(told_last)"
  fact "back by itself from a version that does not start, seconds" "$(since "$begun")"
  cut_while_the_page_is_waited_for
}

# changed VERSION CODE: the package as VERSION, whose table does that when it starts.
changed() {
  local version=$1 tree=$work/tree
  rm -rf "$tree"
  dpkg-deb --raw-extract "$deb" "$tree"
  sed -i "s/^Version: .*/Version: $version/" "$tree/DEBIAN/control"
  sed -i "s/^VERSION='.*'/VERSION='$version'/" "$tree/DEBIAN/preinst"
  printf '\n%s\n' "$2" >>"$tree/usr/lib/knobeltisch/any/knobeltisch/commands/run.py"
  (cd "$tree" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  dpkg-deb --root-owner-group -Znone --build "$tree" "$root/var/tmp/$version.deb" >/dev/null
  rm -rf "$tree"
}

# Seven hours later: the journal as it is, with all its entries earlier.
seven_hours_pass() {
  inside systemctl stop $UNIT
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
  inside systemctl start $UNIT
  ask wait >/dev/null
  played=$(ask acts)
}

update() { inside knobeltisch update "$1" >"$work/update" 2>&1; }

# there: whether a version is installed, and which.
there() { inside dpkg-query --show --showformat="\${db:Status-Status} \${Version}" knobeltisch; }

# is VERSION WHEN: it is installed and well, with the evening as it was, and nothing of an update is left.
is() {
  local found
  found="$(there)$(inside dpkg --audit)$(inside dpkg --verify knobeltisch)"
  [[ $found == "installed $1" ]] || fail "$2: '$found' is there, not $1"
  [[ ! -e $root/$UPDATES/plan.json ]] || fail "$2: the update is still under way"
  [[ $(ask acts) == "$played" ]] || fail "$2: the evening is not as it was played"
  in_mode normal || fail "$2: not in normal mode"
}

told_last() { python3 -c 'import json, sys; print(json.load(sys.stdin)["message"])' <"$root/$UPDATES/last.json"; }

# dpkg is done with 7.0, and the plan is still there.
page_is_waited_for() { [[ -e $root/$UPDATES/plan.json && $(there) == 'installed 7.0' ]]; }

# The plug is pulled then; after power is back, without a hand, the version from before is there and well.
cut_while_the_page_is_waited_for() {
  local when='cut while the page was waited for' command
  update /var/tmp/7.0.deb &
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

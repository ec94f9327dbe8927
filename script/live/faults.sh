# The faults of script/test-live: each is made, then the box is left alone until its page answers again.
# shellcheck shell=bash

killed() {
  local n begun total=0 took
  for n in 1 2 3; do
    afresh
    play_on
    begun=$EPOCHREALTIME
    inside systemctl kill --signal KILL --kill-who main $UNIT
    until_true 5 gone_since
    back 30
    took=$(since "$begun")
    total=$(awk "BEGIN{print $total + $took}")
    nothing_lost "killed"
  done
  fault "program killed (SIGKILL) in play" "$n" "$(awk "BEGIN{printf \"%.1f\", $total / $n}")"
}

gone_since() {
  ! ask health ok
}

plug_pulled() {
  local n begun total=0 longest=0 took
  for ((n = 1; n <= pulls; n++)); do
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
  fault "plug pulled in play, at any moment; booted again" "$pulls" "$(awk "BEGIN{printf \"%.1f\", $total / $pulls}") (at most $longest)"
}

# The whole process stands still, page and all.
stopped_dead() {
  local begun pid
  afresh
  play_on
  pid=$(unit_property $UNIT MainPID)
  begun=$EPOCHREALTIME
  inside sh -c "kill -STOP $pid"
  until_true 90 another_than "$pid" || fail "the watchdog does not see a process that stands still"
  back 30
  nothing_lost "stood still"
  fault "the whole program stands still (SIGSTOP)" 1 "$(since "$begun")"
}

another_than() {
  local now
  now=$(unit_property $UNIT MainPID)
  [[ $now != "$1" && $now != 0 ]]
}

with_a_camera() {
  if [[ ! -e $root/srv/pictures ]]; then
    mkdir -p "$root/opt/live"
    cp "$ROOT/script/live/paint.py" "$root/opt/live/"
    quiet inside /usr/bin/python3 -I /opt/live/paint.py /srv/pictures 30000
  fi
  set_up camera '[camera]\ndevice = "/srv/pictures"\n'
  afresh
  until_true 30 camera_is ok || fail "the camera does not come: $(ask board camera)"
}

camera_hangs() {
  local begun n
  with_a_camera
  play_on
  for n in 1 2 3; do
    begun=$EPOCHREALTIME
    hangs
    back 30
    nothing_lost "camera hangs"
    if ((n == 1)); then
      until_true 30 camera_is ok || fail "the camera does not come back"
      fault "camera hangs in its driver (frame loop held)" 1 "$(since "$begun") until it sees again"
    fi
    ((n == 3)) || until_true 30 camera_is ok || fail "the camera does not come back"
  done
  in_mode safe || fail "three times a camera that hangs, and no safe mode"
  fault "the same three times: safe mode" 1 "$(since "$begun") after the third" "$(reason)"
  afresh
  in_mode normal || fail "stopping in order does not forget the count"
  until_true 30 camera_is ok || fail "the camera does not come back after a new start"
  fact "\`systemctl restart\` after safe mode" "normal mode, camera ok"
}

# Hold the frame loop until the watchdog has struck.
hangs() {
  local pid
  pid=$(unit_property $UNIT MainPID)
  python3 -I "$ROOT/script/live/hold.py" "$(pid_of $UNIT)" >"$work/said" 2>&1 &
  until_true 90 another_than "$pid" || fail "the watchdog does not see a camera that hangs"
  wait $! || fail "$(<"$work/said")"
}

stops_while_it_hangs() {
  local begun
  with_a_camera
  python3 -I "$ROOT/script/live/hold.py" "$(pid_of $UNIT)" >"$work/said" 2>&1 &
  sleep 3
  begun=$EPOCHREALTIME
  inside systemctl stop $UNIT
  [[ $(unit_property $UNIT Result) == success ]] || fail "stopping while the camera hangs: $(unit_property $UNIT Result)"
  fact "stopped in order while the camera hangs, seconds" "$(since "$begun")"
  set_up camera ''
  afresh
}

# As a driver that never comes back from being opened: a picamera2 whose import hangs. Starts are given up after 15 s
# here, not 90, or this would take minutes.
camera_hangs_in_open() {
  local begun folder=$root/usr/lib/python3/dist-packages/picamera2
  play_on
  mkdir -p "$folder"
  echo 'import time; time.sleep(1e6)' >"$folder/__init__.py"
  drop_in 'TimeoutStartSec=15'
  begun=$EPOCHREALTIME
  inside systemctl restart --no-block $UNIT
  sleep 2
  back 200
  nothing_lost "camera hangs in open"
  fault "camera hangs while it is opened: to the page" 1 "$(since "$begun")"
  until_true 200 in_mode safe || fail "no safe mode: $(ask board camera)"
  fault "the same again and again: to safe mode" 1 "$(since "$begun")" "$(reason)"
  rm -r "$folder"
  drop_in ''
  afresh
}

# As a slow card: loading takes longer than systemd gives a start. The table asks for more, and is not started again for ever.
slow_to_load() {
  local begun folder=$root/usr/lib/python3/dist-packages
  play_on
  cat >"$folder/slow_card.py" <<'PYTHON'
import sys, time

class SlowCard:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "knobeltisch.commands.real_table":
            time.sleep(12)

sys.meta_path.insert(0, SlowCard)
PYTHON
  echo 'import slow_card' >"$folder/slow_card.pth"
  drop_in 'TimeoutStartSec=5'
  begun=$EPOCHREALTIME
  inside systemctl restart --no-block $UNIT
  until_true 5 gone_since || fail "it was not started again"
  back 60
  nothing_lost "slow to load"
  [[ $(unit_property $UNIT NRestarts) == 0 ]] || fail "a start that is slow was given up $(unit_property $UNIT NRestarts) times"
  fault "loading takes 12 s, where a start has 5" 1 "$(since "$begun")"
  rm "$folder/slow_card.py" "$folder/slow_card.pth"
  drop_in ''
  afresh
}

# wrong WHAT FILE TEXT: a configuration that cannot be carried out.
wrong() {
  local begun used
  play_on
  set_up "$2" "$3"
  used=$(used_s)
  begun=$EPOCHREALTIME
  inside systemctl restart --no-block $UNIT
  sleep 2
  back 60
  tell_of "$1" "$begun" "$used"
  set_up "$2" ''
  drop_in ''
  afresh
  nothing_lost "$1"
}

# tell_of WHAT BEGUN USED: what the page says, or where there is none the unit, and what that costs.
tell_of() {
  local took
  took=$(since "$2")
  if [[ $returned == yes ]]; then
    fault "$1" 1 "$took" "$("${4:-says}")"
  else
    fault "$1" 1 "not within $took" "no page; log: $(last_word); $(awk "BEGIN{printf \"%.0f\", 100 * ($(used_s) - $3) / $took}") % of a core"
  fi
}

last_word() {
  inside journalctl --unit $UNIT --output cat --no-pager --lines 200 | sed -n 's/^knobeltisch: //p' | tail -n 1
}

# Seconds of the processor that all services have used.
used_s() {
  inside awk '/^usage_usec/{print $2 / 1e6}' /sys/fs/cgroup/system.slice/cpu.stat
}

wrongly_set_up() {
  wrong "configuration that cannot be read" wrong '[camera]\nlens = 7\n'
  wrong "configuration that is no TOML" wrong 'camera = [[\n'
  wrong "a camera by name that is not there" wrong '[camera]\ndevice = "/dev/video9"\n'
  drop_in 'Environment=GPIOZERO_PIN_FACTORY=mock'
  wrong "two buttons on one pin" wrong '[panel]\nagain = 6\n'
  wrong "an address that is not this device's" wrong '[page]\nhost = "203.0.113.9"\n'
  wrong "a port that is the system's" wrong '[page]\nport = 80\n'
}

# --- the disk

# The table's folder on a small disk of its own.
on_disk() {
  inside systemctl stop $UNIT
  inside sh -c "rm -rf /srv/state && cp -a /var/lib/knobeltisch /srv/state &&
    mount -t tmpfs -o size=8m,mode=700,uid=\$(id -u knobeltisch),gid=\$(id -g knobeltisch) none /var/lib/knobeltisch &&
    cp -a /srv/state/. /var/lib/knobeltisch/"
  inside systemctl start $UNIT
  ask wait >/dev/null
}

off_disk() {
  inside systemctl stop $UNIT
  inside sh -c 'cp -a /var/lib/knobeltisch/. /srv/state/ && umount /var/lib/knobeltisch && cp -a /srv/state/. /var/lib/knobeltisch/'
  inside systemctl start $UNIT
  ask wait >/dev/null
}

disk_full() {
  local begun said
  on_disk
  play_on 2
  inside sh -c 'cat /dev/zero >/var/lib/knobeltisch/fill' 2>/dev/null || true
  if ask on 3 "$work/shown" >"$work/said" 2>&1; then fail "a full disk is not noticed"; fi
  said=$(ask board notice message)
  begun=$EPOCHREALTIME
  inside systemctl restart $UNIT
  back 60
  nothing_lost "disk full"
  fault "disk full in play, started again with it" 1 "$(since "$begun")" "$said"
  inside rm /var/lib/knobeltisch/fill
  play_on
  fact "room again" "the game goes on without a new start"
  off_disk
}

disk_read_only() {
  local begun used
  on_disk
  play_on
  inside systemctl stop $UNIT
  inside mount -o remount,ro /var/lib/knobeltisch
  used=$(used_s)
  begun=$EPOCHREALTIME
  inside systemctl start --no-block $UNIT
  back 45
  tell_of "disk read-only when it starts" "$begun" "$used"
  begun=$EPOCHREALTIME
  inside mount -o remount,rw /var/lib/knobeltisch
  until_true 660 may_write || fail "the disk can be written again and the table does not notice"
  returned=yes
  nothing_lost "disk read-only"
  fault "the same, and it can be written again: plays on by itself" 1 "$(since "$begun")"
  afresh
  off_disk
}

may_write() {
  sleep 1
  ask on 0.1 "$work/shown"
}

journal_of_another() {
  local begun used
  play_on
  inside systemctl stop $UNIT
  inside sh -c 'mkdir /srv/aside && mv /var/lib/knobeltisch/journal* /srv/aside/'
  inside setpriv --reuid=knobeltisch --regid=knobeltisch --clear-groups python3 -c \
    "import sqlite3; sqlite3.connect('/var/lib/knobeltisch/journal.sqlite').executescript('CREATE TABLE x(y)')"
  used=$(used_s)
  begun=$EPOCHREALTIME
  inside systemctl start --no-block $UNIT
  back 45
  tell_of "journal that is another program's" "$begun" "$used" notices
  inside systemctl stop $UNIT
  inside sh -c 'rm /var/lib/knobeltisch/journal* && mv /srv/aside/* /var/lib/knobeltisch/'
  inside systemctl start $UNIT
  ask wait >/dev/null
  nothing_lost "journal of another"
}

# --- the clock, the switch

clock_a_year_back() {
  local begun
  play_on
  drop_in "Environment=LD_PRELOAD=$(dirname "$(inside sh -c 'ls /usr/lib/*/faketime/libfaketime.so.1')")/libfaketime.so.1 FAKETIME=-365d FAKETIME_DONT_FAKE_MONOTONIC=1"
  begun=$EPOCHREALTIME
  inside systemctl restart $UNIT
  back 60
  nothing_lost "clock a year back"
  play_on
  drop_in ''
  inside systemctl restart $UNIT
  ask wait >/dev/null
  nothing_lost "clock right again"
  fault "clock a year back at the start, then right again; played on in both" 1 "$(since "$begun")"
}

switched_off() {
  local begun
  play_on
  if ask post /api/landlord/off >"$work/said" 2>&1; then fail "the device goes off without the PIN"; fi
  ask login "$pin" >/dev/null
  ask post /api/landlord/restart >/dev/null
  if ! is_off || ((ended != 133)); then fail "the landlord's page does not start the device again: $ended"; fi
  switch_on
  ask wait >/dev/null
  nothing_lost "started again by the landlord"
  play_on
  ask login "$pin" >/dev/null
  begun=$EPOCHREALTIME
  ask post /api/landlord/off >/dev/null
  if ! is_off || ((ended != 0)); then fail "the landlord's page does not switch the device off: $ended"; fi
  fact "the landlord's page: started again; switched off, seconds to power off" "$(since "$begun")"
  switch_on
  ask wait >/dev/null
  nothing_lost "switched off by the landlord"
}

# The package put in once more over the running table, as an upgrade is.
installed_again() {
  local begun
  play_on
  begun=$EPOCHREALTIME
  quiet inside env DEBIAN_FRONTEND=noninteractive dpkg --install /var/tmp/table.deb
  back 60
  nothing_lost "installed again"
  [[ $(unit_property $UNIT ActiveState) == active ]] || fail "after an upgrade the unit is $(unit_property $UNIT ActiveState)"
  fault "package put in again while it runs, as an upgrade is; dpkg included" 1 "$(since "$begun")"
}

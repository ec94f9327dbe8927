# The faults of `script/try live`: each is made, then the box is left alone until its page answers again.

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

with_a_camera() {
  if [[ ! -e $root/srv/pictures ]]; then
    mkdir -p "$root/opt/live"
    cp "$ROOT/script/live/paint.py" "$root/opt/live/"
    quiet inside /usr/bin/python3 -I /opt/live/paint.py /srv/pictures 30000
  fi
  printf '[camera]\ndevice = "/srv/pictures"\n' >"$root/etc/knobeltisch/camera.toml"
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
      fault "camera hangs in its driver (camera thread held)" 1 "$(since "$begun") until it sees again"
    fi
    ((n == 3)) || until_true 30 camera_is ok || fail "the camera does not come back"
  done
  in_mode safe || fail "three times a camera that hangs, and no safe mode"
  fault "the same three times: safe mode" 1 "$(since "$begun") after the third" "$(ask health reason)"
  afresh
  in_mode normal || fail "stopping in order does not forget the count"
  until_true 30 camera_is ok || fail "the camera does not come back after a new start"
  fact "\`systemctl restart\` after safe mode" "normal mode, camera ok"
}

# Hold the camera thread until the watchdog has struck.
hangs() {
  local pid
  pid=$(unit_property $UNIT MainPID)
  python3 -I "$ROOT/script/live/hold.py" "$(pid_of $UNIT)" >"$work/said" 2>&1 &
  until_true 90 another_process "$UNIT" "$pid" || fail "the watchdog does not see a camera that hangs"
  wait $! || fail "$(<"$work/said")"
}

# --- the switch

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

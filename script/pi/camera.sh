# A camera for `script/try machine`: what a lens would see of painted lifts, through the kernel's Video4Linux to the table.
readonly CAMERA=/dev/video0 RATE=5

# see SCENE: show it, and wait for its last picture.
see() {
  inside sh -c "rm -f /srv/lifts/done; echo $1 >/srv/lifts/now"
  until_true 900 inside grep -qx "$1" /srv/lifts/done || fail "the scene '$1' does not come to its end"
}

truth() {
  python3 -I -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$work/lifts/truth.json" "$1"
}

camera_comes() {
  "$ROOT/.venv/bin/python" "$ROOT/script/pi/lifts.py" "$work/lifts"
  echo empty >"$work/lifts/now"
  into /srv "$work/lifts"
  camera_is missing || fail "without a camera the page says $(ask board camera)"
  inside modprobe v4l2loopback devices=1 video_nr=0 exclusive_caps=1 card_label="USB camera"
  inside systemd-run --quiet --unit lens --collect /usr/bin/python3 -I /opt/pi/feed.py $CAMERA /srv/lifts $RATE
  until_true 300 camera_is ok || fail "the camera does not come: $(ask board camera)"
  fact "a Video4Linux camera plugged in while the table runs, inside the unit's sandbox" "$(ask board camera name)"
}

# counted SCENE: the last act is a throw of the dice that lie there, seen by the camera.
counted() {
  [[ $(ask board acts | python3 -I -c 'import json, sys
last = (json.load(sys.stdin) or [{}])[-1]
print(last.get("from"), sorted((last.get("act") or {}).get("dice", [])))') == "camera $(truth "$1")" ]]
}

throw_is_counted() {
  ask say '{"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}' >/dev/null
  see first
  until_true 900 counted first || fail "the throw is not counted: $(ask board acts | tail -c 300) $(ask board question)"
  lamp 1 $READY
  fact "a throw from the lens to the journal" "$(truth first), READY is lit"
  lines press $PASS >/dev/null
  until_true 600 last_act_is "pass panel" || fail "PASS left $(last_act)"
  see second
  until_true 900 counted second || fail "the next throw is not counted: $(ask board acts | tail -c 300) $(ask board question)"
  fact "PASS by its button, and the next player's throw" "$(truth second)"
}

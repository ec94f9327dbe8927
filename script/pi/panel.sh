# The panel of `script/try machine`: buttons and lamps on simulated lines, through lgpio and gpiozero as on a Pi.
readonly AGAIN=5 PASS=6 DIRECTION=13 ONES=19 SIXES=26 UNDO=21 READY=17 HIGH=22 ONES100=23 SIXES60=24

lines() {
  inside /usr/bin/python3 -I /opt/pi/lines.py "$@"
}

# shows WANTED KEY...: what the board has under the keys is that.
shows() {
  local wanted=$1
  shift
  [[ $(ask board "$@") == "$wanted" ]]
}

# soon WANTED KEY...: the same within what an emulated machine may take.
soon() {
  until_true 600 shows "$@" || fail "${*:2} is $(ask board "${@:2}"), not $1"
}

is_lit() {
  [[ $(lines lit "$2") == "$1" ]]
}

lamp() {
  until_true 600 is_lit "$1" "$2" || fail "the lamp on line $2 is $(lines lit "$2"), not $1"
}

# last_act: the last act of the game, and whence it came.
last_act() {
  ask board acts | python3 -I -c 'import json, sys; last = (json.load(sys.stdin) or [{}])[-1]; print((last.get("act") or {}).get("act"), last.get("from"))'
}

last_act_is() {
  [[ $(last_act) == "$1" ]]
}

throw_by_tablet() {
  ask say '{"do": "act", "act": {"act": "throw", "dice": [6, 4, 1]}}' >/dev/null
}

panel_is_there() {
  until_true 600 shows ok panel status || fail "the panel is $(ask board panel): $(inside journalctl --unit $UNIT --boot --output cat --no-pager --grep 'anel|lgd|gpio|pin' | tail -n 5)"
  fact "the panel, by lgpio on the kernel's lines" ok
}

# toggles LINE KEY LAMP LIT: a press changes that part of the declaration, and the lamp follows. LIT is the value for which it is lit.
toggles() {
  local before
  before=$(ask board declare "$2")
  lines press "$1" >/dev/null
  until_true 600 differs "$before" declare "$2" || fail "the press on line $1 changes nothing: $2 is $before"
  lamp "$([[ $(ask board declare "$2") == "$4" ]] && echo 1 || echo 0)" "$3"
}

differs() {
  local before=$1
  shift
  ! shows "$before" "$@"
}

switches() {
  local _
  # In Chicago the leader declares.
  ask say '{"do": "start", "variant": "base", "players": ["Anna", "Ben"], "leader": "Anna"}' >/dev/null
  throw_by_tablet
  for _ in there back; do
    toggles $DIRECTION direction $HIGH high
    toggles $ONES ones $ONES100 100
    toggles $SIXES sixes $SIXES60 60
  done
  fact "DIRECTION, ONES, SIXES, twice each" "the declaration changes, its lamp's line follows"
}

turn_by_buttons() {
  lines press $AGAIN >/dev/null
  soon true again
  lines press $UNDO >/dev/null
  soon false again
  lines press $UNDO >/dev/null
  soon 3 due
  throw_by_tablet
  lines press $PASS >/dev/null
  until_true 600 last_act_is "pass panel" || fail "PASS left $(last_act)"
  fact "AGAIN, UNDO, UNDO, PASS" "waits for the cup; waits no more; the throw taken back; pass in the journal, from the panel"
}

# UNDO and PASS for five seconds: the device goes off by itself, and leaves a disk that needs no mending.
goes_off() {
  local begun
  play_on
  begun=$EPOCHREALTIME
  lines hold $UNDO $PASS >/dev/null
  hang_up
  is_off || fail "UNDO with PASS does not switch the machine off"
  fact "UNDO with PASS held: the machine is off, seconds" "$(since "$begun"); $(grep -ao 'reboot: .*' "$work/console.now" | tail -n 1)"
  quiet e2fsck -f -n "$work/disk"
}

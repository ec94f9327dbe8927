# The hub's service under the running systemd: started as its document says, looked at, killed, looked at again.
# shellcheck shell=bash

# page_of PORT PATH: what a browser out here gets there.
page_of() {
  over_its_network python3 -I -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=5).read().decode())' \
    "http://127.0.0.1:$1$2"
}

# comes_back UNIT PORT PATH: killed it is back, as another process; prints in how many seconds.
comes_back() {
  local unit=$1 before begun
  before=$(unit_property "$unit" MainPID)
  inside systemctl kill --signal KILL --kill-who main "$unit"
  begun=$EPOCHREALTIME
  until_true 60 another_process "$unit" "$before" || fail "$unit is $(unit_property "$unit" ActiveState) after a kill"
  until_true 30 page_of "$2" "$3" || fail "$unit has no page after a kill"
  since "$begun"
}

# another_process UNIT PID
another_process() {
  [[ $(unit_property "$1" ActiveState) == active && $(unit_property "$1" MainPID) != "$2" ]]
}

hub_service() {
  inside systemctl enable --quiet --now knobeltisch-hub
  quiet page_of 8090 /pub
  [[ $(inside stat --format '%U %a' /var/lib/knobeltisch-hub) == 'knobeltisch 700' ]] || fail "the hub's folder: $(inside stat --format '%U %a' /var/lib/knobeltisch-hub)"
  fact "the hub's unit: exposure, back after SIGKILL in seconds" \
    "$(exposure knobeltisch-hub), $(comes_back knobeltisch-hub 8090 /pub)"
  inside setpriv --reuid=knobeltisch --regid=knobeltisch --clear-groups knobeltisch hub doctor >"$work/doctor" || true
  fact "the hub's doctor says" "$(paste -sd"~" "$work/doctor" | sed "s/~/, /g")"
  inside systemctl disable --quiet --now knobeltisch-hub
}

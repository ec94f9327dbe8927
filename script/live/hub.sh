# The hub's service under the running systemd: started as its document says, looked at, killed, looked at again.

readonly HUB=knobeltisch-hub

hub_page() {
  over_its_network curl --silent --fail --max-time 5 http://127.0.0.1:8090/pub
}

# another_process UNIT PID
another_process() {
  [[ $(unit_property "$1" ActiveState) == active && $(unit_property "$1" MainPID) != "$2" ]]
}

hub_service() {
  local before begun
  inside systemctl enable --quiet --now $HUB
  quiet hub_page
  [[ $(inside stat --format '%U %a' /var/lib/knobeltisch-hub) == 'knobeltisch 700' ]] || fail "the hub's folder: $(inside stat --format '%U %a' /var/lib/knobeltisch-hub)"
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

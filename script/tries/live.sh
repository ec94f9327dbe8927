# The package under a running systemd: facts, its other services, and faults. Each fault is made, then the box is left alone until
# its page answers again; one that it does not come back from by itself is counted, and the next one is tried.
source "$ROOT/script/live.sh"
source "$ROOT/script/live/steps.sh"
source "$ROOT/script/live/faults.sh"
source "$ROOT/script/live/hub.sh"
source "$ROOT/script/live/updates.sh"
steps=(how_exposed sandbox may_switch_off hub_service plug_pulled camera_hangs updates switched_off)

lacks() {
  command -v systemd-nspawn >/dev/null || echo "systemd-nspawn is missing: apt-get install systemd-container"
}

open_up() {
  package
  fresh_root
  cp "$deb" "$root/var/tmp/table.deb"
  echo knobeltisch >"$root/etc/hostname"
  install_into dbus polkitd avahi-daemon libnss-systemd /var/tmp/table.deb
  ok "installed"
  first_start
}

first_start() {
  local begun=$EPOCHREALTIME
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
  play_on 1
}

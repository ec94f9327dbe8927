# The package under a running systemd: facts, its other services, and faults. Each fault is made, then the box is left alone until
# its page answers again; one that it does not come back from by itself is counted, and the next one is tried.
# shellcheck shell=bash source-path=SCRIPTDIR
source "$ROOT/script/live.sh"
# shellcheck source-path=SCRIPTDIR
source "$ROOT/script/live/steps.sh"
# shellcheck source-path=SCRIPTDIR
source "$ROOT/script/live/faults.sh"
# shellcheck source-path=SCRIPTDIR
source "$ROOT/script/live/hub_and_league.sh"
# shellcheck source-path=SCRIPTDIR
source "$ROOT/script/live/updates.sh"
steps=(ready_means_ready how_exposed sandbox folders logs may_switch_off guests_find_it no_camera_no_loop
  hub_service league_service
  killed plug_pulled stopped_dead camera_hangs stops_while_it_hangs camera_hangs_in_open installed_again updates switched_off)

lacks() {
  command -v systemd-nspawn >/dev/null || echo "systemd-nspawn is missing: apt-get install systemd-container"
}

open_up() {
  package
  live_root "$deb" postgresql python3-psycopg python3-waitress libnss-systemd avahi-utils iproute2
  ok "installed"
  first_start
}

clean_up() {
  live_end "$1"
}

first_start() {
  local begun=$EPOCHREALTIME
  power_on
  ask wait >/dev/null
  fact "from power to the page, first start, seconds" "$(since "$begun")"
  up
  fact "from power to all of systemd up" "$(since "$begun")"
  [[ $(unit_property $UNIT ActiveState) == active ]] || fail "the unit is $(unit_property $UNIT ActiveState)"
  fact "from the service's start to ready" "$(ready_s)"
  pin=$(ask pair)
  quiet ask play
  play_on 1
}

# Seconds between the start of the program and its word that it is ready.
ready_s() {
  awk "BEGIN{printf \"%.1f\", ($(unit_property $UNIT ActiveEnterTimestampMonotonic) - $(unit_property $UNIT ExecMainStartTimestampMonotonic)) / 1e6}"
}

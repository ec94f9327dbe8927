# What `script/try live` proves, step by step. A step that finds something wrong ends all; a fault that the box does not come
# back from by itself is counted and reported, and the next one is tried.
# shellcheck shell=bash
readonly UNIT=knobeltisch

# fault WHAT TIMES SECONDS [WHAT THE PAGE SAYS]: after `back` and `nothing_lost`.
fault() {
  ok "$1, $2 times: $3 s${4:+; $4}"
  printf '| %s | %s | %s | %s | %s | %s |\n' "$1" "$2" 0 "$returned" "$3" "${4:-}" >>"$faults"
  if [[ $returned != yes ]]; then ((not_back += 1)); fi
}

# back SECONDS: note whether the page answers within them.
back() {
  returned=no
  if until_true "$1" ask health ok; then returned=yes; fi
}

nothing_lost() {
  local now
  now=$(ask as_shown "$work/shown")
  [[ $now == "as shown"* ]] || fail "$1: $now"
}

play_on() {
  quiet ask on "${1:-1}" "$work/shown"
}

reason() {
  ask health reason
}

# in_mode MODE: normal or safe.
in_mode() {
  [[ $(ask health mode) == "$1" ]]
}

camera_is() {
  [[ $(ask board camera status) == "$1" ]]
}

# set_up FILE TEXT: a file of the configuration, or none.
set_up() {
  if [[ -n $2 ]]; then printf '%b' "$2" >"$root/etc/knobeltisch/$1.toml"; else rm -f "$root/etc/knobeltisch/$1.toml"; fi
}

# drop_in TEXT: more lines for the unit, or none.
drop_in() {
  local folder=$root/etc/systemd/system/$UNIT.service.d
  mkdir -p "$folder"
  printf '[Service]\n%b\n' "$1" >"$folder/try.conf"
  inside systemctl daemon-reload
}

# Restart the service in order, which forgets earlier failures.
afresh() {
  inside systemctl restart $UNIT
  ask wait >/dev/null
}

# --- facts

ready_means_ready() {
  local n
  for n in 1 2 3 4 5; do
    inside systemctl restart $UNIT
    quiet ask health ok # once, not again and again
  done
  fact "active only when the page answers, of 5 starts" "$n"
}

# exposure UNIT
exposure() {
  inside systemd-analyze security --no-pager "$1" | sed -n 's/.*exposure level for [^:]*: \([0-9.]*\).*/\1/p'
}

how_exposed() {
  fact "exposure by \`systemd-analyze security\` of the running unit" "$(exposure $UNIT)"
}

sandbox() {
  mkdir -p "$root/opt/live" "$root/home/guest"
  chmod 755 "$root/home/guest"
  cp "$ROOT/script/live/reach.py" "$root/opt/live/"
  install -m 4755 "$root/usr/bin/id" "$root/usr/local/bin/live-id"
  inside mknod -m 666 /dev/live-disk b 7 7
  drop_in 'ExecStartPre=-/usr/bin/python3 -I /opt/live/reach.py'
  afresh
  inside journalctl --unit $UNIT --output cat --no-pager | sed -n 's/^REACH //p' >"$work/reach"
  drop_in ''
  [[ $(wc -l <"$work/reach") == 1 ]] || fail "the sandbox: $(<"$work/reach")"
  fact "what a broken page would try, from inside the sandbox" "$(<"$work/reach")"
}

folders() {
  local modes
  modes=$(inside stat --format '%n %U %a' /var/lib/knobeltisch /run/knobeltisch /var/lib/knobeltisch/journal.sqlite /var/lib/knobeltisch/house.sqlite)
  grep -qx '/var/lib/knobeltisch knobeltisch 700' <<<"$modes" || fail "$modes"
  if inside setpriv --reuid=nobody --clear-groups ls /var/lib/knobeltisch >/dev/null 2>&1; then fail "nobody may look into the journal's folder"; fi
  fact "owner and mode of folders and files" "$(sed 's/ knobeltisch / /' <<<"$modes" | paste -sd, | sed 's/,/, /g')"
}

logs() {
  [[ $(inside journalctl --unit $UNIT --output cat --no-pager | grep -c 'page: http') -gt 0 ]] || fail "the log is empty"
  drop_in 'ExecStartPre=/usr/bin/seq 9000001 9020000'
  afresh
  drop_in ''
  fact "of 20,000 lines at once the log keeps" "$(inside journalctl --unit $UNIT --output cat --no-pager | grep -cE '^90[0-9]{5}$')"
}

may_switch_off() {
  local user answers=()
  for user in knobeltisch nobody knobeltisch-kiosk; do
    answers+=("$user: $(inside setpriv --reuid=$user --clear-groups busctl call org.freedesktop.login1 /org/freedesktop/login1 \
      org.freedesktop.login1.Manager CanPowerOff | cut -d'"' -f2)")
  done
  [[ ${answers[*]} == "knobeltisch: yes nobody: challenge knobeltisch-kiosk: challenge" ]] || fail "who may switch off: ${answers[*]}"
  if inside setpriv --reuid=nobody --clear-groups systemctl poweroff 2>"$work/said"; then fail "nobody may switch off"; fi
  fact "who may switch off, asked of logind" "$(printf '%s, ' "${answers[@]}" | sed 's/, $//') (a password that nobody has)"
}

# By mDNS, on a cable that leads nowhere; its address is the one that phones are shown.
guests_find_it() {
  local found shown
  inside ip link add table0 type veth peer name nowhere
  inside ip addr add 10.77.0.1/24 dev table0
  inside ip link set table0 up
  inside ip link set nowhere up
  until_true 30 is_published || fail "mDNS has no page: $(inside avahi-browse --all --terminate --parsable)"
  found=$(inside avahi-browse --terminate --resolve --parsable _http._tcp | sed -n 's/^=;table0;IPv4;\([^;]*\);.*;\(10[^;]*;[0-9]*\);.*/\1 at \2/p')
  fact "asked by mDNS" "$found"
  shown=$(ask watch_at)
  returned=no
  if [[ $shown == *10.77.0.1* ]]; then returned=yes; fi
  fault "network without a way out, as the device's own access point is" 1 0 "phones are shown $shown"
  inside ip link delete table0
}

is_published() {
  inside avahi-browse --terminate --resolve --parsable _http._tcp | grep -q '^=;table0;IPv4;.*;10.77.0.1;8080;'
}

no_camera_no_loop() {
  local before
  before=$(unit_property $UNIT ExecMainStartTimestampMonotonic)
  sleep 70 # more than twice what the watchdog waits
  [[ $(unit_property $UNIT ExecMainStartTimestampMonotonic) == "$before" ]] || fail "without a camera it is started again"
  fact "started again in 70 s without a camera" "0 times"
}

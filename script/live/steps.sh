# What `script/try live` proves, step by step. A step that finds something wrong ends all; a fault that the box does not come
# back from by itself is counted and reported, and the next one is tried.
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

# in_mode MODE: normal or safe.
in_mode() {
  [[ $(ask health mode) == "$1" ]]
}

camera_is() {
  [[ $(ask board camera status) == "$1" ]]
}

# Restart the service in order, which forgets earlier failures.
afresh() {
  inside systemctl daemon-reload
  inside systemctl restart $UNIT
  ask wait >/dev/null
}

# --- facts

# exposure UNIT
exposure() {
  inside systemd-analyze security --no-pager "$1" | sed -n 's/.*exposure level for [^:]*: \([0-9.]*\).*/\1/p'
}

how_exposed() {
  fact "exposure by \`systemd-analyze security\` of the running unit" "$(exposure $UNIT)"
}

sandbox() {
  local unit=$root/etc/systemd/system/$UNIT.service.d
  mkdir -p "$root/opt/live" "$root/home/guest" "$unit"
  chmod 755 "$root/home/guest"
  cp "$ROOT/script/live/reach.py" "$root/opt/live/"
  install -m 4755 "$root/usr/bin/id" "$root/usr/local/bin/live-id"
  inside mknod -m 666 /dev/live-disk b 7 7
  printf '[Service]\nExecStartPre=-/usr/bin/python3 -I /opt/live/reach.py\n' >"$unit/try.conf"
  afresh
  inside journalctl --unit $UNIT --output cat --no-pager | sed -n 's/^REACH //p' >"$work/reach"
  rm "$unit/try.conf"
  [[ $(wc -l <"$work/reach") == 1 ]] || fail "the sandbox: $(<"$work/reach")"
  fact "what a broken page would try, from inside the sandbox" "$(<"$work/reach")"
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

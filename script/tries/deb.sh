# The Debian package in a fresh root.
table=''
port=$((20000 + RANDOM % 20000))
steps=(installs answers reads upgrades refuses_to_go_back goes)

clean_up() {
  leave
  let_root_go
}

# A root for dpkg and the table from beginning to end: what the kernel gives stays mounted, and no service ever starts.
open_up() {
  # qemu's own default has vectors so wide that NumPy reckons wrong by them; a Pi 4 has this processor.
  [[ $arch == "$here" ]] || export QEMU_CPU=${QEMU_CPU:-cortex-a72}
  runs_here
  package
  ok "package of $(du -m "$deb" | cut -f1) MB"
  fresh_root
  open_for_good
  echo 'Acquire::Languages "none";' >"$root/etc/apt/apt.conf.d/test"
}

# --- the table in it

come() {
  chroot "$root" setpriv --reuid=knobeltisch --regid=knobeltisch --init-groups env -i PATH=/usr/bin:/bin HOME=/nonexistent \
    STATE_DIRECTORY=/var/lib/knobeltisch KNOBELTISCH_PAGE_PORT=$port KNOBELTISCH_PAGE_TABLE=everyone \
    /usr/bin/knobeltisch run >"$work/table" 2>&1 &
  table=$!
  ask wait >"$work/took" &
  local asks=$!
  wait -n "$asks" "$table" || true
  took=$(<"$work/took")
  [[ -n $took ]] || { kill "$asks" 2>/dev/null; cat "$work/table" >&2; fail "the page does not answer"; }
}

leave() {
  [[ -n $table ]] || return 0
  kill "$table" 2>/dev/null || true
  wait "$table" || true
  table=''
}

# ask WORD...: a browser out here at the page; the words are explained in ask.py. By qemu, on a busy machine, all takes long.
ask() {
  LONGEST_S=3600 PATIENCE_S=120 python3 -I "$ROOT/script/live/ask.py" "$port" "$work/cookies" "$@"
}

without_camera() {
  [[ $(ask board camera status) == absent ]]
}

# same_acts WHEN: the evening is as it was played.
same_acts() {
  come
  [[ $(ask acts) == "$played" ]] || fail "$1: the evening is not as it was played"
  leave
  ok "$1: the evening is as it was played, page after $took s"
}

# schema COMMAND: change the journal's schema as a newer version would have, and back.
schema() {
  python3 -I -c "import sqlite3
journal = sqlite3.connect('$root/var/lib/knobeltisch/journal.sqlite')
schema = journal.execute('PRAGMA user_version').fetchone()[0]
journal.execute(f'PRAGMA user_version = {schema $1}')"
}

# --- what is proven

installs() {
  local begun
  cp "$deb" "$root/tmp/old.deb"
  [[ $arch != "$here" ]] || quiet within apt-get update
  begun=$EPOCHREALTIME
  if [[ $arch == "$here" ]]; then
    quiet within apt-get install --yes --no-install-recommends /tmp/old.deb
  else
    quiet lay /tmp/old.deb
  fi
  old=$(state Version)
  ok "version $old installed with what apt lacked in $(since "$begun") s, $(du -sm "$root/usr/lib/knobeltisch" | cut -f1) MB"
  quiet dpkg_there --verify knobeltisch
  [[ -L $root/etc/systemd/system/multi-user.target.wants/knobeltisch.service ]] || fail "the unit is not enabled"
  ok "unit enabled, user $(within id knobeltisch)"
}

answers() {
  come
  until_true 600 without_camera || fail "the page does not say that there is no camera" # it is looked for behind the page
  played=$(ask play)
  leave
  ok "starts without a camera, page after $took s, a game begun"
}

reads() {
  cp "$ROOT/script/deb/ten_pictures.py" "$root/tmp/"
  quiet within /usr/bin/python3 -I /tmp/ten_pictures.py
  ok "$(<"$work/said")"
}

upgrades() {
  newer=$old+later
  cp "$(KNOBELTISCH_PRESS=none "$ROOT/script/build-deb" --reuse --version "$newer" --out "$work" "${build[@]}")" "$root/tmp/new.deb"
  quiet lay /tmp/new.deb
  version_is "$newer"
  same_acts "upgraded to $newer"
}

refuses_to_go_back() {
  schema '+ 1'
  if lay /tmp/old.deb >"$work/said" 2>&1; then fail "going back was not refused"; fi
  grep -q 'is refused. The journal' "$work/said" || fail_with "$work/said" "the refusal gives no reason"
  version_is "$newer"
  ok "going back refused: $(sed -n 's/.*is refused. //p' "$work/said")"
  schema '- 1'
  same_acts "after the refusal"
}

goes() {
  quiet dpkg_there --remove knobeltisch
  [[ -e $root/var/lib/knobeltisch/journal.sqlite ]] || fail "removing took the journal"
  [[ ! -e $root/usr/lib/knobeltisch && ! -e $root/usr/bin/knobeltisch ]] || fail "removing left the program"
  ok "removed: the program is gone, the journal stays"
  quiet dpkg_there --purge knobeltisch
  [[ -e $root/var/lib/knobeltisch/journal.sqlite ]] || fail "purging took the journal unasked"
  ok "purged without an answer: the journal stays"
  quiet lay /tmp/old.deb
  same_acts "installed again"
  printf 'knobeltisch knobeltisch/purge-data boolean true\n' | within debconf-set-selections
  quiet dpkg_there --purge knobeltisch
  [[ -z $(find "$root/var/lib" "$root/etc" -maxdepth 1 -name 'knobeltisch*') ]] || fail "purging with a yes kept the data"
  ok "purged with a yes: the journal is gone"
}

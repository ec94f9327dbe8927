# The Debian package in a fresh root.
steps=(installs answers reads upgrades refuses_to_go_back goes)

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
  start table as knobeltisch HOME=/nonexistent STATE_DIRECTORY=/var/lib/knobeltisch KNOBELTISCH_PAGE_PORT="$port" \
    KNOBELTISCH_PAGE_TABLE=everyone knobeltisch run
  local begun=$EPOCHREALTIME table=$!
  until_true 3600 answers_or_ends || true
  ask health ok >/dev/null || fail_with "$work/table" "the page does not answer"
  took=$(since "$begun")
}

answers_or_ends() { ask health ok || ! kill -0 "$table"; }

leave() {
  kill "${services[-1]}"
  wait "${services[-1]}" || true
}

# ask WORD...: a browser out here at the page; the words are explained in ask.py. By qemu, on a busy machine, all takes long.
ask() { PATIENCE_S=120 python3 -I "$ROOT/script/inside/ask.py" "$port" "$work/cookies" "$@"; }

# same_acts WHEN: the evening is as it was played.
same_acts() {
  come
  [[ $(ask acts) == "$played" ]] || fail "$1: the evening is not as it was played"
  leave
  ok "$1: the evening is as it was played, page after $took s"
}

# schema COMMAND: change the journal's schema as a newer version would have, and back.
schema() {
  python3 -I -c "import sqlite3; journal = sqlite3.connect('$root/var/lib/knobeltisch/journal.sqlite')
journal.execute('PRAGMA user_version = %d' % (journal.execute('PRAGMA user_version').fetchone()[0] $1))"
}

# --- what is proven

installs() {
  local begun
  cp "$deb" "$root/tmp/old.deb"
  [[ $arch != "$here" ]] || quiet within apt-get update
  begun=$EPOCHREALTIME
  if [[ $arch == "$here" ]]; then apt_install /tmp/old.deb; else quiet lay /tmp/old.deb; fi
  old=$(state Version)
  ok "version $old installed with what apt lacked in $(since "$begun") s, $(du -sm "$root/usr/lib/knobeltisch" | cut -f1) MB"
  quiet dpkg_there --verify knobeltisch
  is_enabled knobeltisch
  ok "unit enabled, user $(within id knobeltisch)"
}

answers() {
  come
  until_true 600 shows absent camera status || fail "the page does not say that there is no camera" # it is looked for behind the page
  played=$(ask play)
  leave
  ok "starts without a camera, page after $took s, a game begun"
}

reads() {
  cp "$ROOT/script/inside/painted.py" "$root/tmp/"
  quiet within /usr/bin/python3 -I /tmp/painted.py read
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
  refused "going back was not refused" 'is refused. The journal' lay /tmp/old.deb
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

# Power cuts for `script/try machine`: the machine is stopped while acts are acknowledged, and its disk is taken as it is then. What the
# kernel had not yet given to the disk is lost, as when the plug is pulled.
# shellcheck shell=bash

# The table's program starts on each copy on this side, which takes seconds.
power_cuts() {
  local n playing before acts=0 repaired=0 begun=$EPOCHREALTIME
  play_on
  for ((n = 1; n <= times; n++)); do
    before=$(shown_last "$work/shown")
    python3 -I "$ROOT/script/live/ask.py" "$page" "$work/cookies" on 600 "$work/shown" >/dev/null 2>&1 &
    playing=$!
    until_true 300 shown_since "$before" || fail "before cut $n no act is acknowledged"
    sleep "$((RANDOM % 4)).$((RANDOM % 10))"
    take_disk
    acts=$((acts + $(shown_last "$work/shown.cut") - before))
    starts_here
  done
  fact "power cuts while acts are acknowledged: fsck, a start, all that was shown is there" \
    "$times times in $(since "$begun") s, up to them $acts acts; fsck mended more than ext4's journal $repaired times"
}

# shown_last FILE: the number of the last entry that was shown.
shown_last() {
  python3 -I -c 'import json, sys; print(json.load(open(sys.argv[1]))[0])' "$1"
}

shown_since() {
  (($(shown_last "$work/shown") > $1))
}

# take_disk: take the disk of this instant, and what had been shown by then. Whoever plays must still be playing.
take_disk() {
  kill -STOP "$nspawn"
  cp "$work/shown" "$work/shown.cut"
  kill "$playing" || fail "nobody plays any more when the plug is pulled"
  wait "$playing" || true
  cp --sparse=always "$work/disk" "$work/disk.cut"
  kill -CONT "$nspawn"
}

starts_here() {
  local table mine=$page same=''
  check_disk
  mount -o loop "$work/disk.cut" "$root"
  page=$((mine + 2))
  chroot "$root" setpriv --reuid=knobeltisch --regid=knobeltisch --init-groups env -i PATH=/usr/bin:/bin HOME=/nonexistent \
    STATE_DIRECTORY=/var/lib/knobeltisch KNOBELTISCH_PAGE_PORT=$page KNOBELTISCH_CAMERA_DEVICE=none /usr/bin/knobeltisch run >"$work/table" 2>&1 &
  table=$!
  if until_true 120 ask health ok; then same=$(ask as_shown "$work/shown.cut"); fi
  kill "$table" 2>/dev/null || true
  wait "$table" || true
  umount "$root"
  page=$mine
  [[ $same == "as shown"* ]] || fail "power cut: ${same:-the table does not start on the disk: $(<"$work/table")}"
}

# check_disk: what fsck does at the next start. What it mends beside ext4's journal is counted; what it cannot mend fails.
check_disk() {
  local code=0
  e2fsck -p "$work/disk.cut" >"$work/said" 2>&1 || code=$?
  ((code <= 1)) || fail "fsck cannot mend the disk (code $code): $(<"$work/said")"
  if ((code == 1)); then ((repaired += 1)); fi
  e2fsck -f -n "$work/disk.cut" >"$work/said" 2>&1 || fail "the disk is not whole after fsck: $(<"$work/said")"
}

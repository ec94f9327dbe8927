# Power cuts for script/test-pi: the machine is stopped while acts are acknowledged, and its disk is taken as it is then. What the
# kernel had not yet given to the disk is lost, as when the plug is pulled.
# shellcheck shell=bash

# cut: take the disk of this instant, and what had been shown by then.
cut() {
  kill -STOP "$nspawn"
  cp "$work/shown" "$work/shown.cut"
  cp --sparse=always "$work/disk" "$work/disk.cut"
  kill -CONT "$nspawn"
}

# The table's program starts on each copy on this side, which takes seconds; on the last copy, and on one for another processor, the
# whole machine starts.
power_cuts() {
  local n playing repaired=0 begun
  begun=$EPOCHREALTIME
  play_on
  for ((n = 1; n <= cuts; n++)); do
    (ask on 6 "$work/shown" >/dev/null 2>&1) &
    playing=$!
    sleep "$((1 + RANDOM % 4)).$((RANDOM % 10))"
    cut
    wait "$playing" || true
    if [[ $arch == "$here" ]] && ((n < cuts)); then starts_here; else starts_there; fi
  done
  fact "power cuts while acts are acknowledged: fsck, a start, all that was shown is there" \
    "$cuts times, in $(since "$begun") s; fsck mended more than ext4's journal $repaired times"
}

starts_here() {
  local table mine=$page same
  check_disk
  mount -o loop "$work/disk.cut" "$root"
  page=$((mine + 2))
  chroot "$root" setpriv --reuid=knobeltisch --regid=knobeltisch --init-groups env -i PATH=/usr/bin:/bin HOME=/nonexistent \
    STATE_DIRECTORY=/var/lib/knobeltisch KNOBELTISCH_PAGE_PORT=$page KNOBELTISCH_CAMERA_DEVICE=none /usr/bin/knobeltisch run >"$work/table" 2>&1 &
  table=$!
  until_true 120 ask health ok || fail "the table does not start on the disk of a cut: $(<"$work/table")"
  same=$(ask as_shown "$work/shown.cut")
  kill "$table"
  wait "$table" || true
  umount "$root"
  page=$mine
  [[ $same == "as shown"* ]] || fail "power cut: $same"
}

# check_disk: what fsck does at the next start. What it mends beside ext4's journal is counted; what it cannot mend fails.
check_disk() {
  local code=0
  e2fsck -p "$work/disk.cut" >"$work/said" 2>&1 || code=$?
  ((code <= 1)) || fail "fsck cannot mend the disk (code $code): $(<"$work/said")"
  if ((code == 1)); then ((repaired += 1)); fi
  e2fsck -f -n "$work/disk.cut" >"$work/said" 2>&1 || fail "the disk is not whole after fsck: $(<"$work/said")"
}

# The machine goes on from the copy, with its own fsck.
starts_there() {
  local begun
  pull_the_plug
  mv "$work/disk.cut" "$work/disk"
  mv "$work/shown.cut" "$work/shown"
  begun=$EPOCHREALTIME
  power_on
  page_comes
  nothing_lost "power cut"
  fact "the machine comes up from the disk of a cut, seconds to the page" "$(since "$begun")"
}

# Stage `emulated` of script/test-pi: the arm64 package under qemu-user, against the amd64 package on this machine.
# shellcheck shell=bash
readonly PROCESSORS=(cortex-a72 cortex-a76) # a Pi 4's and a Pi 5's; qemu's default has wide vectors, by which NumPy computes wrongly

why_not_emulated() {
  command -v qemu-aarch64-static >/dev/null || echo "qemu-user is missing: apt-get install qemu-user-static"
  [[ $here == amd64 ]] || echo "it compares with amd64, and this machine is $here"
  [[ -x $ROOT/.venv/bin/python ]] || echo "there is no .venv: script/test makes it"
}

emulated() {
  local processor
  "$ROOT/.venv/bin/python" "$ROOT/script/pi/pictures.py" "$work/pictures"
  answers_of amd64 "$work/amd64"
  for processor in "${PROCESSORS[@]}"; do
    export QEMU_CPU=$processor
    answers_of arm64 "$work/$processor"
    same_answers "$processor"
  done
  arch=$here
  unset QEMU_CPU
}

# answers_of ARCH FOLDER: what the installed package makes of the pictures and of a game.
answers_of() {
  local begun
  arch=$1
  mkdir -p "$2"
  open_table_root
  begun=$EPOCHREALTIME
  cp -r "$work/pictures" "$root/srv/"
  # shellcheck disable=SC2016 # expanded by the inner shell
  within sh -c 'cd /srv/pictures && knobeltisch read --dice 3 *.png' >"$2/pictures.jsonl"
  ok "$arch${QEMU_CPU:+, $QEMU_CPU}: $(wc -l <"$2/pictures.jsonl") pictures read in $(since "$begun") s"
  begun=$EPOCHREALTIME
  quiet within knobeltisch demo --headless --games 1 --players 2 --seed 2 --variant tschigg --fps 8 --speed 4 --port 0 --journal /srv/game.sqlite
  python3 -I "$ROOT/script/pi/compare.py" entries "$root/srv/game.sqlite" >"$2/game.jsonl"
  ok "$arch${QEMU_CPU:+, $QEMU_CPU}: a game of $(wc -l <"$2/game.jsonl") entries in $(since "$begun") s"
  close_root
}

open_table_root() {
  local begun package
  runs_here
  package=$(package_of "$arch")
  fresh_root
  begun=$EPOCHREALTIME
  lay_table "$package"
  ok "$arch${QEMU_CPU:+, $QEMU_CPU}: the package installed in $(since "$begun") s"
}

same_answers() {
  local kind
  for kind in pictures game; do
    python3 -I "$ROOT/script/pi/compare.py" same "$work/amd64/$kind.jsonl" "$work/$1/$kind.jsonl" >"$work/said" ||
      fail "$1 differs from amd64 in the $kind: $(<"$work/said")"
    fact "$1 against amd64, $kind, field by field" "$(<"$work/said")"
  done
}

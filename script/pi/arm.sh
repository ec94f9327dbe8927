# Stage `arm` of script/test-pi: a whole arm64 machine, of which nothing is this machine's own.
# shellcheck shell=bash
readonly REVISION=c03115 # a Pi 4B with 4 GB, as its firmware writes it into the device tree

why_not_arm() {
  local one
  for one in qemu-system-aarch64:qemu-system-arm fdtput:device-tree-compiler qemu-aarch64-static:qemu-user-static ssh:openssh-client; do
    command -v "${one%:*}" >/dev/null || echo "${one%:*} is missing: apt-get install ${one#*:}"
  done
}

arm() {
  local begun
  arch=arm64 console=ttyAMA0
  export QEMU_CPU=cortex-a72 # for what is installed by qemu-user
  runs_here
  bare_disk
  emulator_of
  find_accelerator
  machine_with "$(package_of arm64)"
  device_tree
  begun=$EPOCHREALTIME
  power_on
  page_comes
  fact "arm64, from power to the page, seconds" "$(since "$begun")"
  up
  fact "arm64, from power to all of systemd up" "$(since "$begun")"
  pair_up
  steps_of "${ARM_STEPS[@]}"
  pull_the_plug
}

# The firmware of a Pi says in the device tree which one it is; gpiozero reads it there.
device_tree() {
  "${emulator[@]}" -accel "$accelerator" -machine "dumpdtb=$work/virt.dtb" >/dev/null 2>&1
  fdtput -c "$work/virt.dtb" /system
  fdtput -t x "$work/virt.dtb" /system linux,revision "$REVISION"
  more=(-dtb "$work/virt.dtb")
}

game_by_taps() {
  local begun=$EPOCHREALTIME acts
  play_on 60
  acts=$(ask board head)
  nothing_lost "a game by taps"
  fact "entries by taps in $(since "$begun") s" "$acts"
}

# Debian has no python3-lgpio, and this machine has a GPIO chip: the doctor must say that, and find nothing else.
doctor_says() {
  local bad
  inside knobeltisch doctor >"$work/doctor" || true
  bad=$(grep '^BAD' "$work/doctor") || true
  [[ $bad == 'BAD buttons: '*'install python3-lgpio.' ]] || fail "the doctor finds: $(<"$work/doctor")"
  fact "the doctor" "$(paste -sd'~' "$work/doctor" | sed 's/~/; /g')"
}

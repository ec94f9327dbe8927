# A Pi in a box: a virtual machine with a kernel of its own, with a Pi's lines, and a Video4Linux camera. Modules and
# disks are kept beside the bare roots.
source "$ROOT/script/live/steps.sh"
source "$ROOT/script/pi/parts.sh"
source "$ROOT/script/pi/machine.sh"
source "$ROOT/script/pi/panel.sh"
source "$ROOT/script/pi/camera.sh"
times=3
steps=(panel_is_there switches turn_by_buttons camera_comes throw_is_counted goes_off)

lacks() {
  [[ $here == amd64 ]] || echo "the modules are built for amd64, and this machine is $here"
  missing qemu-system-x86_64:qemu-system-x86 ssh:openssh-client
  [[ -x $ROOT/.venv/bin/python ]] || echo "there is no .venv: script/test makes it"
  (($(df --output=avail -BG "$work" | tail -n 1 | tr -dc 0-9) >= 12)) || echo "it needs 12 GB of room in $work"
}

open_up() {
  local begun
  parts_of_the_machine
  bare_disk
  find_accelerator
  package
  machine_with "$deb"
  begun=$EPOCHREALTIME
  power_on
  page_comes
  fact "from power to the page, seconds" "$(since "$begun")"
  up
  ask pair >/dev/null
  quiet ask play
}

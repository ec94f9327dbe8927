# A card's first boot in a machine of its own: Debian with cloud-init, which reads a FAT partition named as on a Pi. Nobody presses a
# key. Power, and then: a network at once, late or never; a damaged package; the plug pulled in the middle.
# shellcheck shell=bash source-path=SCRIPTDIR
source "$ROOT/script/pi/parts.sh"
# shellcheck source-path=SCRIPTDIR
source "$ROOT/script/pi/machine.sh"
steps=(network_at_once network_later damaged_package plug_pulled)

lacks() {
  local one
  for one in qemu-system-x86_64:qemu-system-x86 ssh:openssh-client mkfs.vfat:dosfstools mcopy:mtools socat:socat; do
    command -v "${one%:*}" >/dev/null || echo "${one%:*} is missing: apt-get install ${one#*:}"
  done
  (($(df --output=avail -BG "$work" | tail -n 1 | tr -dc 0-9) >= 12)) || echo "it needs 12 GB of room in $work"
}

not_made() {
  [[ -e $kept/$suite-card-$here ]] || echo "its disk is not made yet"
}

open_up() {
  bare_disk
  card_disk
  find_accelerator
  package
  emulator+=(-drive "file=$work/boot,format=raw,if=none,id=boot" -device virtio-blk-pci,drive=boot,addr=0x1e -monitor "unix:$work/monitor,server,nowait")
  ssh-keygen -q -t ed25519 -N '' -f "$key"
}

clean_up() {
  machine_end "$1"
}

# card_disk: the bare disk as Raspberry Pi OS is: cloud-init looks at the partition bootfs, which lies at /boot/firmware.
card_disk() {
  card=$kept/$suite-card-$here
  [[ -e $card ]] && return
  cp --sparse=always "$disk/disk" "$work/disk"
  mkdir -p "$root"
  mount -o loop "$work/disk" "$root"
  install_into cloud-init kbd isc-dhcp-client
  mkdir -p "$root/boot/firmware"
  echo 'LABEL=bootfs /boot/firmware vfat defaults 0 2' >>"$root/etc/fstab"
  printf 'datasource_list: [NoCloud, None]\ndatasource: {NoCloud: {fs_label: bootfs}}\n' >"$root/etc/cloud/cloud.cfg.d/99_bootfs.cfg"
  umount "$root"
  mv "$work/disk" "$card"
  ok "disk with cloud-init made"
}

# new_card: a disk that was never booted, with the card's files on its boot partition.
new_card() {
  local tree=$work/card
  rm -rf "$tree" "${work:?}/boot"
  mkdir -p "$tree/knobeltisch"
  cp "$ROOT"/script/card/{user-data,meta-data} "$tree/"
  cp "$ROOT/script/card/first-boot.sh" "$tree/knobeltisch/"
  cp "$deb" "$tree/knobeltisch/knobeltisch_0_$here.deb"
  truncate --size 512M "$work/boot"
  mkfs.vfat -n bootfs "$work/boot" >/dev/null
  mcopy -s -i "$work/boot" "$tree"/* ::
  cp --sparse=always "$card" "$work/disk"
}

# network on|off
network() {
  echo "set_link net $1" | socat - "unix-connect:$work/monitor" >/dev/null
}

# card_says WORDS: whether the text file on the boot partition says so.
card_says() {
  mtype -i "$work/boot" ::knobeltisch.txt 2>/dev/null | grep -q "$1"
}

# says_within SECONDS WORDS
says_within() {
  until_true "$1" card_says "$2" || fail "the card does not say \"$2\" but: $(mtype -i "$work/boot" ::knobeltisch.txt 2>&1)"
}

# switched_on [on|off]: power, with the network plugged in or not.
switched_on() {
  begun=$EPOCHREALTIME
  power_on
  until_true 20 test -S "$work/monitor"
  network "${1:-on}"
}

switched_off() {
  pull_the_plug || fail "the machine does not end"
  rm -f "$work/monitor"
}

network_at_once() {
  new_card
  switched_on
  page_comes
  fact "network at once: from power to the page, seconds" "$(since "$begun")"
  says_within 1800 'All is installed'
  says_within 60 'The page: http://'
  switched_off
}

network_later() {
  new_card
  switched_on off
  says_within 1800 'has no network'
  fact "no network: from power to that sentence, seconds" "$(since "$begun")"
  network on
  page_comes
  says_within 1800 'All is installed'
  fact "network late: all installed, seconds after power" "$(since "$begun")"
  switched_off
}

damaged_package() {
  new_card
  truncate --size -100000 "$work/card/knobeltisch/knobeltisch_0_$here.deb"
  mcopy -o -i "$work/boot" "$work/card/knobeltisch/knobeltisch_0_$here.deb" ::knobeltisch/
  switched_on
  says_within 1800 'is damaged'
  ok "a damaged package is named"
  switched_off
}

plug_pulled() {
  new_card
  switched_on
  says_within 1800 'is being installed'
  sleep 6
  switched_off
  switched_on
  page_comes
  fact "plug pulled while it installed: page after the next power, seconds" "$(since "$begun")"
  switched_off
}

# A card's first boot in a machine of its own: Debian with cloud-init, which reads a FAT partition named as on a Pi. Nobody presses a
# key. Power, and then: a network at once, late or never; a damaged package; the plug pulled in the middle. The card is as Raspberry
# Pi Imager 2.0 leaves it, with all of its settings; in the end its owner logs in with them.
source "$ROOT/script/card/tree.sh"
source "$ROOT/script/pi/parts.sh"
source "$ROOT/script/pi/machine.sh"
steps=(network_at_once network_later damaged_package plug_pulled)

lacks() {
  missing qemu-system-x86_64:qemu-system-x86 ssh:openssh-client mkfs.vfat:dosfstools mcopy:mtools socat:socat openssl:openssl
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
  password=$(openssl rand -hex 8)
  printf '#!/bin/sh\necho %s\n' "$password" >"$work/answer"
  chmod 700 "$work/answer"
  emulator+=(-drive "file=$work/boot,format=raw,if=none,id=boot" -device 'virtio-blk-pci,drive=boot,addr=0x1e' -monitor "unix:$work/monitor,server,nowait")
}

# card_disk: the bare disk as Raspberry Pi OS is (RPi-Distro/pi-gen, stage2/04-cloud-init): cloud-init looks into /boot/firmware, and
# netplan hands networks to NetworkManager.
card_disk() {
  card=$kept/$suite-card-$here
  [[ -e $card ]] && return
  cp --sparse=always "$disk/disk" "$work/disk"
  mkdir -p "$root"
  mount -o loop "$work/disk" "$root"
  install_into cloud-init kbd console-setup netplan.io network-manager sudo tzdata
  quiet within systemctl disable systemd-networkd
  printf 'network: {version: 2, renderer: NetworkManager}\n' >"$root/usr/lib/netplan/00-network-manager-all.yaml"
  mkdir -p "$root/boot/firmware"
  echo 'LABEL=bootfs /boot/firmware vfat defaults 0 2' >>"$root/etc/fstab"
  printf '%s\n' 'datasource_list: [NoCloud, None]' 'datasource: {NoCloud: {seedfrom: file:///boot/firmware}}' >"$root/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg"
  mkdir "$root/etc/systemd/system/cloud-init-local.service.d"
  printf '[Unit]\nRequiresMountsFor=/boot/firmware\n' >"$root/etc/systemd/system/cloud-init-local.service.d/boot.conf"
  umount "$root"
  mv "$work/disk" "$card"
  ok "disk with cloud-init made"
}

# new_card [no_settings]: a disk that was never booted; on its boot partition what Imager has left there, then the card's files.
new_card() {
  local tree=$work/card
  rm -rf "$tree" "${work:?}/boot" "$work/imager"
  cp -r "$ROOT/tests/imager/${1:-all_settings}" "$work/imager"
  sed -i "s|@PASSWORD@|$(openssl passwd -6 "$password")|" "$work/imager/user-data"
  kernel_words="net.ifnames=0 $(cat "$work/imager/cmdline.txt" 2>/dev/null || true)"
  cp "$deb" "$work/knobeltisch_0_$here.deb"
  card_tree "$tree" "$work/knobeltisch_0_$here.deb"
  truncate --size 512M "$work/boot"
  mkfs.vfat -n bootfs "$work/boot" >/dev/null
  mcopy -i "$work/boot" "$work"/imager/* ::
  mcopy -o -s -i "$work/boot" "$tree"/* ::
  cp --sparse=always "$card" "$work/disk"
}

# as_owner COMMAND...: log in with the account and the password of Imager's settings.
as_owner() {
  SSH_ASKPASS=$work/answer SSH_ASKPASS_REQUIRE=force ssh -F none -q -p $((page + 1)) -o StrictHostKeyChecking=no \
    -o UserKnownHostsFile=/dev/null -o PubkeyAuthentication=no -o ConnectTimeout=60 wirtin@127.0.0.1 "$@" </dev/null
}

# owner_gets_in: what was set in Imager counts, and Imager's files are as it left them.
owner_gets_in() {
  local said one
  until_true 900 as_owner true || fail "the owner cannot log in: $(as_owner true 2>&1)"
  said=$(as_owner 'id -un; hostname; readlink /etc/localtime; grep -h ^XKBLAYOUT /etc/default/keyboard; sudo grep -h regulatory /etc/netplan/*.yaml' | xargs)
  [[ $said == 'wirtin kneipe /usr/share/zoneinfo/Europe/Vienna XKBLAYOUT=de regulatory-domain: AT' ]] || fail "logged in, the owner finds: $said"
  for one in "$work"/imager/*; do
    mtype -i "$work/boot" "::${one##*/}" | cmp -s - "$one" || fail "${one##*/} is no longer Imager's"
  done
  ok "the owner logs in: $said"
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
  owner_gets_in
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
  new_card no_settings
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
  mcopy -i "$work/boot" /dev/null ::new-pin.txt
  mcopy -i "$work/boot" /dev/null ::report
  switched_on
  page_comes
  fact "plug pulled while it installed: page after the next power, seconds" "$(since "$begun")"
  owner_gets_in
  says_within 900 "landlord's new PIN: [0-9]\{6\}\$"
  says_within 900 'report.zip'
  ok "a new PIN and a report, each asked for by an empty file: $(mdir -b -i "$work/boot" ::report.zip)"
  switched_off
}

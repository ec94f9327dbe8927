# A card's first boot in a container: Debian with cloud-init, which reads the boot partition as on a Pi; here that is a folder. Nobody
# presses a key. Power, and then: a network at once, late or never; a damaged package; the plug pulled in the middle, with what the disk
# was not given yet lost. The card is as Raspberry Pi Imager 2.0 leaves it, with all of its settings; its owner logs in with them.
source "$ROOT/script/card/tree.sh"
source "$ROOT/script/live.sh"
readonly CABLE=card$port HOUSE=10.213.$((port % 256)) # its network, of which it sees this end and apt's source
steps=(network_at_once network_later damaged_package plug_pulled)

lacks() {
  missing systemd-nspawn:systemd-container ssh:openssh-client openssl:openssl socat:socat dnsmasq:dnsmasq-base
  disk_lacks
}

not_made() { [[ -e $kept/$suite-card ]] || echo "its disk is not made yet"; }

open_up() {
  card_disk
  package
  password=$(openssl rand -hex 8)
  printf '#!/bin/sh\necho %s\n' "$password" >"$work/answer"
  chmod 700 "$work/answer"
  mkdir -p "$root"
  start addresses dnsmasq --keep-in-foreground --conf-file=/dev/null --port=0 --interface="$CABLE" --bind-dynamic --pid-file= \
    --dhcp-range="$HOUSE.2,$HOUSE.2" --dhcp-leasefile="$work/leases"
}

# card_disk: a disk as Raspberry Pi OS is (RPi-Distro/pi-gen, stage2/04-cloud-init): cloud-init looks into /boot/firmware, and netplan
# hands networks to NetworkManager.
card_disk() {
  card=$kept/$suite-card
  [[ -e $card ]] && return
  fresh_root
  install_into systemd-sysv udev dbus polkitd openssh-server cloud-init kbd console-setup netplan.io network-manager sudo tzdata
  printf 'network: {version: 2, renderer: NetworkManager}\n' >"$root/usr/lib/netplan/00-network-manager-all.yaml"
  printf '%s\n' 'datasource_list: [NoCloud, None]' 'datasource: {NoCloud: {seedfrom: file:///boot/firmware}}' >"$root/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg"
  mkdir -p "$root/boot/firmware"
  rm "$root/etc/dpkg/dpkg.cfg.d/test"
  truncate --size 3G "$work/disk"
  quiet mkfs.ext4 -q -d "$root" "$work/disk"
  mv "$work/disk" "$card"
  close_root
  ok "disk with cloud-init made"
}

# new_card [no_settings]: a disk that was never booted; in its boot partition what Imager has left there, then the card's files.
new_card() {
  local words package=$work/knobeltisch_0_$here.deb
  rm -rf "${work:?}"/{boot,imager}
  cp -r "$ROOT/tests/imager/${1:-all_settings}" "$work/imager"
  sed -i "s|@PASSWORD@|$(openssl passwd -6 "$password")|" "$work/imager/user-data"
  more=(--network-veth-extra="$CABLE:eth0")
  if [[ -e $work/imager/cmdline.txt ]]; then read -ra words <"$work/imager/cmdline.txt" && more+=("${words[@]}"); fi
  cp -r "$work/imager" "$work/boot"
  cp "$deb" "$package"
  card_tree "$work/boot" "$package"
  cp --sparse=always "$card" "$work/disk"
}

# as_owner COMMAND...: log in with the account and the password of Imager's settings.
as_owner() { SSH_ASKPASS=$work/answer SSH_ASKPASS_REQUIRE=force ssh -F none -q -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null \
  -o PubkeyAuthentication=no -o ConnectTimeout=60 "wirtin@$HOUSE.2" "$@" </dev/null; }

# owner_gets_in: what was set in Imager counts, and Imager's files are as it left them.
owner_gets_in() {
  local said one
  until_true 900 as_owner true || fail "the owner cannot log in: $(as_owner true 2>&1)"
  said=$(as_owner 'id -un; hostname; readlink /etc/localtime; grep -h ^XKBLAYOUT /etc/default/keyboard; sudo grep -h regulatory /etc/netplan/*.yaml' | xargs)
  [[ $said == 'wirtin kneipe /usr/share/zoneinfo/Europe/Vienna XKBLAYOUT=de regulatory-domain: AT' ]] || fail "logged in, the owner finds: $said"
  for one in "$work"/imager/*; do
    cmp -s "$one" "$work/boot/${one##*/}" || fail "${one##*/} is no longer Imager's"
  done
  ok "the owner logs in: $said"
}

# The landlord, with the PIN that the page showed, gets the board to print.
board_is_on_the_page() {
  ask post /api/login "{\"pin\": \"$(ask pair)\"}" >/dev/null
  [[ $(ask begin_of /api/landlord/board.pdf) == %PDF- ]] || fail "there is no board on the landlord's page"
  ok "the board is on the landlord's page"
}

network() { ip link set "$CABLE" "$1"; }

# says_within SECONDS WORDS: the text file on the boot partition does.
says_within() {
  until_true "$1" grep -q "$2" "$work/boot/knobeltisch.txt" || fail "the card does not say '$2' but: $(cat "$work/boot/knobeltisch.txt")"
}

# switched_on [up|down]: power, with the network plugged in or not.
switched_on() {
  mount -o loop "$work/disk" "$root"
  mount --bind "$work/boot" "$root/boot/firmware"
  echo "Acquire::http::Proxy \"http://$HOUSE.1:3128\";" >"$root/etc/apt/apt.conf.d/house"
  begun=$EPOCHREALTIME
  power_on
  ip address add "$HOUSE.1/24" dev "$CABLE"
  network "${1:-up}"
  start source socat "TCP-LISTEN:3128,bind=$HOUSE.1,fork" "TCP:$(mirror | cut -d/ -f3):80"
}

# The disk takes nothing any more before all ends: what it was not given yet is lost.
switched_off() {
  python3 -I -c 'import fcntl, os, sys; fcntl.ioctl(os.open(sys.argv[1], 0), 0x8004587D, (2).to_bytes(4, sys.byteorder))' "$root"
  pull_the_plug || fail "the box does not end"
  kill "${services[-1]}"
  umount "$root/boot/firmware" "$root"
  until_true 600 is_free || fail "the disk is still held"
}

# Another try's name space may have seen the mounts, and hold them.
is_free() { [[ -z $(losetup --associated "$work/disk") ]]; }

page_comes() { until_true 1800 ask health ok || fail "the page does not come"; }

network_at_once() {
  new_card
  switched_on
  page_comes
  fact "network at once: from power to the page, seconds" "$(since "$begun")"
  says_within 1800 'All is installed'
  says_within 60 'The page: http://'
  board_is_on_the_page
  owner_gets_in
  switched_off
}

network_later() {
  new_card
  switched_on down
  says_within 1800 'has no network'
  fact "no network: from power to that sentence, seconds" "$(since "$begun")"
  network up
  page_comes
  says_within 1800 'All is installed'
  fact "network late: all installed, seconds after power" "$(since "$begun")"
  switched_off
}

damaged_package() {
  new_card no_settings
  truncate --size -100000 "$work/boot/knobeltisch/knobeltisch_0_$here.deb"
  switched_on
  says_within 1800 'is damaged'
  fact "a damaged package is named, seconds after power" "$(since "$begun")"
  switched_off
}

plug_pulled() {
  new_card
  switched_on
  says_within 1800 'is being installed'
  sleep 6
  switched_off
  touch "$work"/boot/{new-pin.txt,report}
  switched_on
  page_comes
  fact "plug pulled while it installed: page after the next power, seconds" "$(since "$begun")"
  owner_gets_in
  says_within 900 "landlord's new PIN: [0-9]\{6\}\$"
  says_within 900 'report.zip'
  ok "a new PIN and a report, each asked for by an empty file: $(stat --format %s "$work/boot/report.zip") bytes"
  switched_off
}

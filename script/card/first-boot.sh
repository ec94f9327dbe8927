#!/bin/sh
# The first boot of a card: install the package that lies beside this file, then what it recommends, then show the page's address
# on HDMI. `begin`, by cloud-init at every boot, starts this as a unit of its own; what is done is not done again.
set -u
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
boot=$(dirname -- "$here")
report=$boot/knobeltisch.txt                 # where a person finds it who puts the card into a computer
screen=/dev/tty8                             # HDMI; the login stays on tty1
done=/var/lib/knobeltisch-card.done
qr='import sys; sys.path.insert(0, "/usr/lib/knobeltisch/any"); import segno; segno.make(sys.argv[1], error="m").terminal(compact=True, border=2)'
recommended='avahi-daemon polkitd espeak-ng python3-lgpio python3-picamera2'

# say SENTENCE: on HDMI, on the boot partition and in the log.
say() {
  printf '%s\n' "$1"
  printf '\n  %s\n' "$1" >"$screen"
  printf '%s\n' "$1" >>"$report"
  sync
}

# lamp TRIGGER: the green lamp blinks evenly (timer) while this works, beats (heartbeat) when it cannot go on, is lit when it is done.
lamp() {
  for lamp in /sys/class/leds/ACT/trigger /sys/class/leds/led0/trigger; do
    if [ -w "$lamp" ]; then echo "$1" >"$lamp"; fi
  done
}

is_installed() { [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# install_packages PACKAGE...: wait for others that install, too.
install_packages() {
  apt-get install --yes --no-install-recommends --option DPkg::Lock::Timeout=900 --option APT::Sandbox::User=root "$@"
}

# await_network: until apt has read its lists; without a network it says so, once.
await_network() {
  until apt-get update --option APT::Update::Error-Mode=any; do
    [ -n "${waiting:-}" ] || say 'The internet is not there yet: plug in a cable, or write the card again with the Wi-Fi of the house in Imager. This goes on by itself.'
    waiting=yes
    sleep 5
  done
}

install_table() {
  set -- "$here"/knobeltisch_*_"$(dpkg --print-architecture)".deb
  [ -e "$1" ] || stop_for 'The package is missing on the card; copy all of knobeltisch-card.zip onto it again.'
  dpkg-deb --contents "$1" >/dev/null || stop_for "The package $1 is damaged; copy all of knobeltisch-card.zip onto the card again."
  say 'Knobeltisch is being installed. This takes about three minutes.'
  # All over again after a pulled plug: files may be empty that dpkg believes in.
  until dpkg --unpack "$1"; do sleep 5; done
  install_packages --fix-broken || {
    await_network
    install_packages --fix-broken || stop_for "The package could not be installed: $(apt-get check 2>&1 | tail -n 1)"
  }
  sync
}

# stop_for SENTENCE: what went wrong; the next boot tries again.
stop_for() {
  lamp heartbeat
  say "$1"
  exit 1
}

# What the package recommends and this system has: the ribbon camera, the pins, the name in the network.
install_recommended() {
  say 'What the camera and the pins need is being installed; the page is there meanwhile.'
  await_network
  for one in $recommended; do
    if [ -z "$(apt-cache show "$one" 2>/dev/null)" ] || is_installed "$one"; then continue; fi
    install_packages "$one" || stop_for "$one could not be installed; the next boot tries again."
  done
  systemctl try-restart knobeltisch.service # finds the camera's library
  : >"$done"
  lamp default-on
  say 'All is installed.'
}

# add_source: where newer versions come from, if whoever made the card named a place.
add_source() {
  [ -e "$here/knobeltisch.sources" ] || return 0
  cp "$here/knobeltisch.asc" /usr/share/keyrings/knobeltisch.asc
  cp "$here/knobeltisch.sources" /etc/apt/sources.list.d/knobeltisch.sources
}

# grant_wishes: what somebody without a keyboard asks for by an empty file on the boot partition: new-pin or report, or with .txt.
grant_wishes() {
  for wish in "$boot"/new-pin "$boot"/new-pin.txt "$boot"/report "$boot"/report.txt; do
    [ -e "$wish" ] || continue
    rm -rf "$wish"
    case $wish in
      */new-pin*) say "The landlord's new PIN: $(knobeltisch pin)" ;;
      *) sleep 60 && knobeltisch diagnose --force "$boot/report.zip" && say 'The report is on the card: report.zip' ;;
    esac
  done
}

# show_address: the page's address with its QR code, again whenever the address is another one.
show_address() {
  last=none
  while :; do
    now=$(hostname --all-ip-addresses | awk '{print $1}')
    if [ "$now" != "$last" ]; then
      last=$now
      if [ -z "$now" ]; then
        say 'Knobeltisch runs, and has no network: plug in a cable, or write the card again with the Wi-Fi of the house in Imager.'
      else
        printf '\033c' >"$screen"
        say "The page: http://$now:8080"
        python3 -I -c "$qr" "http://$now:8080" >"$screen" 2>/dev/null || true
      fi
    fi
    sleep 5
  done
}

if [ "${1:-}" = begin ]; then
  exec systemd-run --quiet --no-block --collect --unit=knobeltisch-card sh "$here/first-boot.sh"
fi
chvt 8 2>/dev/null || screen=/dev/tty1
[ -w "$screen" ] || screen=/dev/null
if [ ! -e "$done" ]; then
  : >"$report"
  lamp timer
  is_installed knobeltisch || install_table
  add_source
  install_recommended &
fi
grant_wishes
show_address

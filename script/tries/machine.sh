# A Pi in a box: a virtual machine with a kernel of its own, with a Pi's lines, and a Video4Linux camera. Modules and
# disks are kept beside the bare roots.
source "$ROOT/script/live.sh"
readonly AGAIN=5 PASS=6 DIRECTION=13 ONES=19 SIXES=26 UNDO=21 READY=17 HIGH=22 ONES100=23 SIXES60=24
readonly CAMERA=/dev/video0 RATE=5
shutdown_s=900 up_s=900
accelerator=''
emulator=(nice -n 10 qemu-system-x86_64 -machine pc -cpu host -smp 2 -m 2000 -display none -monitor none -no-reboot)
ssh=(ssh -F none -q -p $((port + 1)) -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o ConnectTimeout=60)
export LONGEST_S=900 PATIENCE_S=120 # all is slow where it is emulated
steps=(panel_is_there switches turn_by_buttons camera_comes throw_is_counted goes_off)

lacks() {
  [[ $here == amd64 ]] || echo "the modules are built for amd64, and this machine is $here"
  missing qemu-system-x86_64:qemu-system-x86 ssh:openssh-client
  [[ -x $ROOT/.venv/bin/python ]] || echo "there is no .venv: script/test makes it"
  disk_lacks
}

open_up() {
  local begun
  parts_of_the_machine
  bare_disk
  find_accelerator
  package
  lay_all
  begun=$EPOCHREALTIME
  power_on
  page_comes
  fact "from power to the page, seconds" "$(since "$begun")"
  up
  ask pair >/dev/null
  quiet ask play
}

# --- what it is made of

# parts_of_the_machine: build gpio-sim, the Pi's revision, v4l2loopback and lgpio once, in a root of their own.
parts_of_the_machine() {
  parts=$kept/$suite-pi-parts
  [[ -e $parts/ready ]] && return
  fresh_root
  install_into build-essential linux-headers-amd64 linux-source v4l2loopback-dkms swig python3-dev python3-setuptools
  rm -rf "$parts"
  mkdir -p "$parts/modules" "$parts/python"
  build_modules
  build_lgpio
  : >"$parts/ready"
  ok "gpio-sim, v4l2loopback and lgpio built, $(du -sm "$parts" | cut -f1) MB"
  close_root
}

build_modules() {
  local source kernel
  kernel=$(basename "$root"/lib/modules/*)
  source=$(basename "$root"/usr/src/linux-source-*.tar.xz .tar.xz)
  cp -r "$ROOT/script/inside/modules" "$root/srv/modules"
  tar --extract --file "$root/usr/src/$source.tar.xz" --directory "$root/srv/modules" --strip-components 3 \
    "$source/drivers/gpio/gpio-sim.c" "$source/kernel/irq/irq_sim.c"
  # irq_to_desc is not exported to modules
  sed -i 's/handle_simple_irq(irq_to_desc(\(.*\)));/generic_handle_irq_safe(\1);/' "$root/srv/modules/irq_sim.c"
  quiet within make -C "/lib/modules/$kernel/build" M=/srv/modules modules
  cp "$root"/srv/modules/*.ko "$parts/modules/"
  cp "$root/lib/modules/$kernel"/updates/dkms/v4l2loopback.ko* "$parts/modules/"
  printf '%s\n' "$kernel" >"$parts/kernel"
}

# Debian has no python3-lgpio, Raspberry Pi OS has; PyPI's wheels for 3.13 are for arm64 alone.
build_lgpio() {
  local version
  version=$(sed -n 's/^lgpio==\([^ ;]*\).*/\1/p' "$ROOT/constraints.txt")
  quiet "$ROOT/.venv/bin/python" -m pip download --quiet --no-deps --no-build-isolation --no-binary lgpio --dest "$work" "lgpio==$version"
  tar --extract --gzip --file "$work/lgpio-$version.tar.gz" --directory "$root/srv"
  quiet within sh -c 'cd "/srv/lgpio-$1" && PYPI=1 python3 setup.py build --build-lib /srv/built' sh "$version"
  cp "$root"/srv/built/* "$parts/python/"
}

# bare_disk: make the disk that every machine begins with: the bare root and Debian's kernel, not yet the table.
bare_disk() {
  disk=$kept/$suite-pi-$here
  [[ -e $disk/ready ]] && return
  fresh_root
  mkdir -p "$root/etc/initramfs-tools/conf.d" "$disk"
  echo MODULES=list >"$root/etc/initramfs-tools/conf.d/small" # a small one is read sooner where all is emulated
  printf '%s\n' virtio_pci virtio_blk virtio_mmio ext4 >"$root/etc/initramfs-tools/modules"
  install_into systemd-sysv udev dbus polkitd openssh-server kmod initramfs-tools zstd e2fsprogs linux-image-amd64
  printf 'LABEL=table / ext4 defaults,errors=remount-ro 0 1\n' >"$root/etc/fstab"
  printf '[Match]\nName=en* eth*\n[Network]\nDHCP=yes\n' >"$root/etc/systemd/network/cable.network"
  quiet within systemctl enable systemd-networkd
  echo knobeltisch >"$root/etc/hostname"
  install -d -m 700 "$root/root/.ssh"
  cp "$root"/boot/vmlinuz-* "$disk/vmlinuz"
  cp "$root"/boot/initrd.img-* "$disk/initrd"
  rm -rf "${root:?}"/boot/* "$root"/var/{cache/apt/archives/*.deb,lib/apt/lists/*} "$root"/usr/share/{doc,man,locale}/*
  rm "$root/etc/dpkg/dpkg.cfg.d/test"
  truncate --size 3G "$disk/disk"
  quiet mkfs.ext4 -q -L table -d "$root" "$disk/disk"
  : >"$disk/ready"
  ok "bare disk made, $(du -sm "$disk/disk" | cut -f1) MB"
  close_root
}

# A disk of this run's own with the table, and with what a Pi has and this machine has not: lines, a revision, lgpio, a camera.
lay_all() {
  local kernel
  kernel=$(<"$parts/kernel")
  ssh-keygen -q -t ed25519 -N '' -f "$work/key"
  cp --sparse=always "$disk/disk" "$work/disk"
  mkdir -p "$root"
  mount -o loop "$work/disk" "$root"
  cp "$work/key.pub" "$root/root/.ssh/authorized_keys"
  cp "$deb" "$root/tmp/table.deb"
  open_for_good
  quiet lay /tmp/table.deb
  mkdir -p "$root/lib/modules/$kernel/extra" "$root/opt/pi"
  cp "$parts"/modules/* "$root/lib/modules/$kernel/extra/"
  within depmod "$kernel"
  printf '%s\n' configfs gpio-sim-box pi-revision >"$root/etc/modules-load.d/pi.conf"
  cp "$parts"/python/* "$root/usr/lib/python3/dist-packages/"
  cp "$ROOT"/script/inside/{lines,feed}.py "$root/opt/pi/"
  cp "$ROOT/script/inside/pi-lines.service" "$root/etc/systemd/system/"
  within systemctl enable --quiet pi-lines
  printf '[camera]\ndevice = "%s"\n' "$CAMERA" >"$root/etc/knobeltisch/camera.toml"
  rm "$root/usr/sbin/policy-rc.d" "$root/tmp/table.deb"
  umount "$root/proc" "$root"
  ok "the table is installed on the disk"
}

# --- the machine, which stands in for the container of script/live.sh

# find_accelerator: kvm where Debian's kernel comes up by it, else tcg. A /dev/kvm may be there and not do. The clock of an emulated
# machine counts instructions, two nanoseconds each: on a busy host it is slow, and nothing in it comes too late.
find_accelerator() {
  accelerator=kvm
  if [[ ! -w /dev/kvm ]] || ! boots_by kvm; then
    accelerator=tcg,thread=single
    emulator+=(-cpu Nehalem -smp 1 -icount shift=1)
  fi
  fact "the machine is run by" "$accelerator"
}

boots_by() {
  local found=no
  emulate "$1" 'console=ttyS0 panic=-1'
  until_true 20 grep -q 'Run /init' "$work/console" && found=yes
  kill -KILL "$box" 2>/dev/null || true
  is_off
  [[ $found == yes ]]
}

# emulate ACCELERATOR WORDS OPTION...: start qemu with the kernel and its words.
emulate() {
  "${emulator[@]}" -accel "$1" -kernel "$disk/vmlinuz" -initrd "$disk/initrd" -append "$2" -serial "file:$work/console" "${@:3}" \
    </dev/null >"$work/emulator" 2>&1 &
  box=$!
}

# Give it power and go on at once.
power_on() {
  emulate "$accelerator" "root=/dev/vda rw quiet panic=-1 console=ttyS0 systemd.show_status=no" \
    -drive "file=$work/disk,format=raw,if=virtio,cache=writeback" -device virtio-rng-pci \
    -netdev "user,id=net,hostfwd=tcp:127.0.0.1:$port-:8080,hostfwd=tcp:127.0.0.1:$((port + 1))-:22" -device virtio-net-pci,netdev=net
}

# page_comes: wait for the page; a kernel that ends is not waited for.
page_comes() {
  until_true 1800 page_or_end || fail "the page does not come"
  ask health ok >/dev/null || fail "the machine has gone off: $(tail -n 3 "$work/console")"
}

page_or_end() { ask health ok || is_gone; }

# inside COMMAND...: run it in there as root.
inside() {
  "${ssh[@]}" -i "$work/key" -o ControlPath="$work/ssh" -o ServerAliveInterval=20 -o ControlMaster=auto -o ControlPersist=600 \
    root@127.0.0.1 "SYSTEMD_PAGER=cat SYSTEMD_COLORS=0 LC_ALL=C.UTF-8 $(printf '%q ' "$@")" </dev/null
}

# ask WORD...: a browser out here at the machine's page; the words are explained in script/inside/ask.py.
ask() { python3 -I "$ROOT/script/inside/ask.py" "$port" "$work/cookies" "$@"; }

# Everything in there stops at once; what the disk was not given is lost.
pull_the_plug() {
  hang_up
  kill -KILL "$box"
  is_off
}

hang_up() { "${ssh[@]}" -o ControlPath="$work/ssh" -O exit root@127.0.0.1 2>/dev/null || true; }

# clean_up CODE: after a failure show the log.
clean_up() {
  if (($1 != 0)) && [[ -n $box ]]; then
    [[ ! -e $work/key ]] || inside timeout 60 journalctl --no-pager -n 60 -u $UNIT >&2 || true
    tail -n 20 "$work/emulator" "$work/console" >&2 || true
  fi
  hang_up
  if [[ -n $box ]]; then
    kill -KILL "$box" 2>/dev/null || true
    wait "$box" 2>/dev/null || true
  fi
  let_root_go
}

# --- buttons and lamps on simulated lines, through lgpio and gpiozero as on a Pi

lines() { inside /usr/bin/python3 -I /opt/pi/lines.py "$@"; }

# soon WANTED KEY...: the board shows it within what an emulated machine may take.
soon() { until_true 600 shows "$@" || fail "${*:2} is $(ask board "${@:2}"), not $1"; }

is_lit() { [[ $(lines lit "$2") == "$1" ]]; }

lamp() { until_true 600 is_lit "$1" "$2" || fail "the lamp on line $2 is $(lines lit "$2"), not $1"; }

last_act_is() { [[ $(ask last) == "$*" ]]; }

# comes ACT: the last act becomes that one: what it is, whence it came, its dice.
comes() { until_true 900 last_act_is "$@" || fail "the last act is $(ask last), not $*; $(ask board question)"; }

throw_by_tablet() { ask post /api/commands '{"do": "act", "act": {"act": "throw", "dice": [6, 4, 1]}}' >/dev/null; }

panel_is_there() {
  soon ok panel status
  fact "the panel, by lgpio on the kernel's lines" ok
}

# toggles LINE KEY LAMP LIT: a press changes that part of the declaration, and the lamp follows. LIT is the value for which it is lit.
toggles() {
  local before
  before=$(ask board declare "$2")
  lines press "$1" >/dev/null
  until_true 600 differs "$before" declare "$2" || fail "the press on line $1 changes nothing: $2 is $before"
  lamp "$([[ $(ask board declare "$2") == "$4" ]] && echo 1 || echo 0)" "$3"
}

differs() { ! shows "$@"; }

switches() {
  local _
  # In Chicago the leader declares.
  ask post /api/commands '{"do": "start", "variant": "base", "players": ["Anna", "Ben"], "leader": "Anna"}' >/dev/null
  throw_by_tablet
  for _ in there back; do
    toggles $DIRECTION direction $HIGH high
    toggles $ONES ones $ONES100 100
    toggles $SIXES sixes $SIXES60 60
  done
  fact "DIRECTION, ONES, SIXES, twice each" "the declaration changes, its lamp's line follows"
}

turn_by_buttons() {
  lines press $AGAIN >/dev/null
  soon true again
  lines press $UNDO >/dev/null
  soon false again
  lines press $UNDO >/dev/null
  soon 3 due
  throw_by_tablet
  lines press $PASS >/dev/null
  comes pass panel
  fact "AGAIN, UNDO, UNDO, PASS" "waits for the cup; waits no more; the throw taken back; pass in the journal, from the panel"
}

# UNDO and PASS for five seconds: the device goes off by itself, and leaves a disk that needs no mending.
goes_off() {
  local begun
  play_on
  begun=$EPOCHREALTIME
  lines hold $UNDO $PASS >/dev/null
  hang_up
  is_off || fail "UNDO with PASS does not switch the machine off"
  fact "UNDO with PASS held: the machine is off, seconds" "$(since "$begun"); $(grep -ao 'reboot: .*' "$work/console" | tail -n 1)"
  quiet e2fsck -f -n "$work/disk"
}

# --- what a lens would see of painted lifts, through the kernel's Video4Linux to the table

# see SCENE: show it, and wait for its last picture.
see() {
  inside sh -c "rm -f /srv/lifts/done; echo $1 >/srv/lifts/now"
  until_true 900 inside grep -qx "$1" /srv/lifts/done || fail "the scene '$1' does not come to its end"
}

truth() { sed -n "s/^$1 //p" "$work/lifts/truth"; }

camera_comes() {
  "$ROOT/.venv/bin/python" "$ROOT/script/inside/lifts.py" "$work/lifts"
  echo empty >"$work/lifts/now"
  tar --create --directory "$work" lifts | "${ssh[@]}" -i "$work/key" root@127.0.0.1 tar --extract --touch --no-same-owner --directory /srv
  shows missing camera status || fail "without a camera the page says $(ask board camera)"
  inside modprobe v4l2loopback devices=1 video_nr=0 exclusive_caps=1 card_label="USB camera"
  inside systemd-run --quiet --unit lens --collect /usr/bin/python3 -I /opt/pi/feed.py $CAMERA /srv/lifts $RATE
  camera_comes_within 300
  fact "a Video4Linux camera plugged in while the table runs, inside the unit's sandbox" "$(ask board camera name)"
}

throw_is_counted() {
  ask post /api/commands '{"do": "start", "variant": "bavarian", "players": ["Anna", "Ben"], "leader": "Anna"}' >/dev/null
  see first
  comes throw camera "$(truth first)"
  lamp 1 $READY
  fact "a throw from the lens to the journal" "$(truth first), READY is lit"
  lines press $PASS >/dev/null
  comes pass panel
  see second
  comes throw camera "$(truth second)"
  fact "PASS by its button, and the next player's throw" "$(truth second)"
}

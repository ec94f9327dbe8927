# A machine of its own, with Debian's kernel, for `script/try machine`: given power, asked, its plug pulled. It stands in for the
# container of script/live.sh, so that the steps of script/live serve here too.
source "$ROOT/script/live.sh"
page=$((20000 + RANDOM % 20000)) # its page and its SSH on this side
key=$work/key
ssh=(ssh -F none -q -o "ControlPath=$work/ssh")
shutdown_s=900
accelerator=''
emulator=(nice -n 10 qemu-system-x86_64 -machine pc -cpu Nehalem -smp 2 -m 2000 -display none -monitor none -no-reboot)
export LONGEST_S=900 PATIENCE_S=120 # all is slow where it is emulated

# find_accelerator: kvm where Debian's kernel comes up by it, else tcg. A /dev/kvm may be there and not do. The clock of an emulated
# machine counts instructions, two nanoseconds each: on a busy host it is slow, and nothing in it comes too late.
find_accelerator() {
  accelerator=tcg,thread=single
  if [[ -w /dev/kvm ]] && boots_by kvm; then accelerator=kvm; else emulator+=(-smp 1 -icount shift=1); fi
  fact "the machine is run by" "$accelerator"
}

boots_by() {
  local machine found=no
  "${emulator[@]}" -accel "$1" -kernel "$disk/vmlinuz" -initrd "$disk/initrd" -append 'console=ttyS0 panic=-1' \
    -serial "file:$work/try" </dev/null >/dev/null 2>&1 &
  machine=$!
  if until_true 20 grep -q 'Run /init' "$work/try"; then found=yes; fi
  kill -KILL "$machine" 2>/dev/null || true
  wait "$machine" 2>/dev/null || true
  [[ $found == yes ]]
}

# machine_with FILE.deb: a disk of this run's own with the table installed, and with the modules that stand in for a Pi's lines.
machine_with() {
  ssh-keygen -q -t ed25519 -N '' -f "$key"
  cp --sparse=always "$disk/disk" "$work/disk"
  mkdir -p "$root"
  mount -o loop "$work/disk" "$root"
  cp "$key.pub" "$root/root/.ssh/authorized_keys"
  lay_table "$1"
  lay_lines
  umount "$root/proc"
  umount "$root"
  ok "the table is installed on the disk"
}

# lay_table FILE.deb: install the table into the root; no service starts there.
lay_table() {
  open_for_good
  cp "$1" "$root/tmp/table.deb"
  quiet lay /tmp/table.deb
  rm "$root/usr/sbin/policy-rc.d" "$root/tmp/table.deb"
}

# What a Pi has and this machine has not: lines, a revision, lgpio, a camera.
lay_lines() {
  local kernel folder
  kernel=$(<"$parts/kernel") folder=$root/usr/lib/python3/dist-packages
  mkdir -p "$root/lib/modules/$kernel/extra" "$root/opt/pi"
  cp "$parts"/modules/* "$root/lib/modules/$kernel/extra/"
  within depmod "$kernel"
  printf '%s\n' configfs gpio-sim-box pi-revision >"$root/etc/modules-load.d/pi.conf"
  cp "$parts"/python/* "$folder/"
  cp "$ROOT"/script/pi/{lines,feed}.py "$root/opt/pi/"
  cp "$ROOT/script/pi/pi-lines.service" "$root/etc/systemd/system/"
  within systemctl enable --quiet pi-lines
  printf '[camera]\ndevice = "%s"\n' "$CAMERA" >"$root/etc/knobeltisch/camera.toml"
}

# Give it power and go on at once.
power_on() {
  local options=()
  [[ $accelerator != kvm ]] || options+=(-cpu host)
  printf '\n== power\n' >>"$work/console"
  "${emulator[@]}" -accel "$accelerator" -kernel "$disk/vmlinuz" -initrd "$disk/initrd" \
    -append "root=/dev/vda rw quiet panic=-1 console=ttyS0 systemd.show_status=no ${kernel_words:-}" -serial "file:$work/console.now" \
    -drive "file=$work/disk,format=raw,if=virtio,cache=writeback" -device virtio-rng-pci \
    -netdev "user,id=net,hostfwd=tcp:127.0.0.1:$page-:8080,hostfwd=tcp:127.0.0.1:$((page + 1))-:22" \
    -device virtio-net-pci,netdev=net "${options[@]}" </dev/null >>"$work/console" 2>&1 &
  nspawn=$! leader=$nspawn
}

# page_comes: wait for the page; a kernel that ends is not waited for.
page_comes() {
  until_true 1800 page_or_end || fail "the page does not come"
  ask health ok >/dev/null || fail "the machine has gone off: $(tail -n 3 "$work/console.now")"
}

page_or_end() {
  ask health ok || is_gone
}

# inside COMMAND...: run it in there as root.
inside() {
  "${ssh[@]}" -i "$key" -p $((page + 1)) -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o ConnectTimeout=60 \
    -o ServerAliveInterval=20 -o ControlMaster=auto -o ControlPersist=600 root@127.0.0.1 \
    "SYSTEMD_PAGER=cat SYSTEMD_COLORS=0 LC_ALL=C.UTF-8 $(printf '%q ' "$@")" </dev/null
}

# into FOLDER FILE...: lay files into a folder in there.
into() {
  local folder=$1
  shift
  tar --create --file - --directory "$(dirname "$1")" "${@##*/}" |
    "${ssh[@]}" -i "$key" -p $((page + 1)) root@127.0.0.1 \
      "mkdir -p $folder && tar --extract --touch --no-same-owner --file - --directory $folder"
}

# ask WORD...: a browser out here at the machine's page; the words are explained in script/live/ask.py.
ask() {
  python3 -I "$ROOT/script/live/ask.py" "$page" "$work/cookies" "$@"
}

up() {
  until_true 900 has_booted || fail "systemd has not come up: $(inside systemctl list-jobs 2>&1)"
}

# Everything in there stops at once; what the disk was not given is lost.
pull_the_plug() {
  hang_up
  kill -KILL "$nspawn"
  is_off
}

hang_up() {
  "${ssh[@]}" -O exit root@127.0.0.1 2>/dev/null || true
}

# clean_up CODE: after a failure show the log.
clean_up() {
  if (($1 != 0)) && [[ -n $nspawn ]]; then
    timeout 60 "${ssh[@]}" root@127.0.0.1 journalctl --no-pager --lines 60 --unit knobeltisch >&2 || true
    tail -n 20 "$work/console" "$work/console.now" >&2 || true
  fi
  hang_up
  if [[ -n $nspawn ]]; then
    kill -CONT "$nspawn" 2>/dev/null || true
    kill -KILL "$nspawn" 2>/dev/null || true
    wait "$nspawn" 2>/dev/null || true
  fi
  let_root_go
}

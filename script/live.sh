# A whole Debian under a running systemd, in a container with a network of its own (loopback alone): booted, asked, its
# plug pulled, booted again.
leader='' # its PID 1, as this side numbers it
nspawn=''
export ended='' # how it went off: 0 switched off, 133 to be started again
more=() # more options for systemd-nspawn
cage=/knobeltisch-live-$$
shutdown_s=30

# Give it power, and wait until systemd has come up.
switch_on() {
  power_on
  up
}

# Give it power and go on at once. It may load BPF programs: by them systemd holds a service to the devices it is allowed.
power_on() {
  leader=''
  (in_cage && exec env SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 systemd-nspawn --quiet --directory "$root" \
    --register=no --keep-unit --private-network --machine=knobeltisch --hostname=knobeltisch --link-journal=no --settings=no \
    --system-call-filter=bpf --capability=CAP_BPF --console=pipe "${more[@]}" --boot) </dev/null >"$work/console" 2>&1 &
  nspawn=$!
  until_true 30 find_leader || fail_with "$work/console" "systemd-nspawn did not boot"
}

find_leader() {
  leader=$(pgrep --parent "$nspawn" | head -n 1)
  # Before it is systemd it is a helper that ends.
  [[ -n $leader && $(cat "/proc/$leader/comm" 2>/dev/null) == systemd ]]
}

# Control groups of its own: two containers in the same one would find each other's services there.
in_cage() {
  local tree
  for tree in /sys/fs/cgroup /sys/fs/cgroup/systemd /sys/fs/cgroup/unified; do
    [[ -e $tree/cgroup.procs ]] || continue
    mkdir -p "$tree$cage"
    echo "$BASHPID" >"$tree$cage/cgroup.procs"
  done
}

# inside COMMAND...: run it in there as root.
inside() {
  nsenter --target "$leader" --all env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 SYSTEMD_PAGER=cat SYSTEMD_COLORS=0 "$@"
}

# over_its_network COMMAND...: run it out here, with the container's loopback.
over_its_network() {
  nsenter --target "$leader" --net "$@"
}

# ask WORD...: a browser out here at the container's page; the words are explained in ask.py.
ask() {
  over_its_network python3 -I "$ROOT/script/live/ask.py" 8080 "$work/cookies" "$@"
}

up() {
  until_true 120 has_booted || {
    inside systemctl list-jobs >&2 || true
    fail "systemd has not come up: $(inside systemctl is-system-running 2>&1)"
  }
}

has_booted() {
  [[ $(inside systemctl is-system-running 2>/dev/null) =~ ^(running|degraded)$ ]]
}

# unit_property UNIT PROPERTY: one property of a unit, from systemd.
unit_property() {
  inside systemctl show "$1" --property "$2" --value
}

# Print the main process of a unit as this side numbers it.
pid_of() {
  local one
  one=$(unit_property "$1" MainPID)
  awk -v one="$one" '/^NSpid:/ && NF == 3 && $3 == one {print $2}' /proc/[0-9]*/status 2>/dev/null | while read -r pid; do
    if [[ $(readlink "/proc/$pid/ns/pid") == "$(readlink "/proc/$leader/ns/pid")" ]]; then echo "$pid"; fi
  done
}

# Everything in there dies at once, as when the plug is pulled; what the kernel has not written yet is not lost here
# (benchmarks/robustness/crash.py loses that).
pull_the_plug() {
  kill -KILL "$leader"
  is_off
}

# Wait until it is off, by whatever means; a restart goes off here, and `switch_on` does the rest.
is_off() {
  until_true "$shutdown_s" is_gone || return 1
  wait "$nspawn" && ended=0 || ended=$?
  leader='' nspawn=''
}

is_gone() {
  ! kill -0 "$nspawn" 2>/dev/null
}

# clean_up CODE: after a failure show the log.
clean_up() {
  if (($1 != 0)) && [[ -n $leader ]]; then inside journalctl --no-pager --lines 40 >&2 || true; fi
  if [[ -n $leader ]]; then kill -KILL "$leader" 2>/dev/null || true; fi
  if [[ -n $nspawn ]]; then is_off || kill -KILL "$nspawn" 2>/dev/null || true; fi
  find /sys/fs/cgroup{,/systemd,/unified}"$cage" -depth -type d -delete 2>/dev/null || true
  let_root_go
}

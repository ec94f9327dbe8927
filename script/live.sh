# What the steps of a try ask of a box with a table in it, and one such box: a whole Debian under a running systemd, in a container
# with a network of its own (loopback alone): booted, asked, its plug pulled, booted again. script/tries/machine.sh has the other.
readonly UNIT=knobeltisch
leader='' # its PID 1, as this side numbers it
box=''    # the process that runs it
ended=''  # how it went off: 0 switched off, 133 to be started again
more=()   # more options for systemd-nspawn, and words for systemd
cage=/knobeltisch-live-$$
shutdown_s=30 up_s=120

# Give it power, and wait until systemd has come up and the page answers.
switch_on() { power_on; up; ask wait >/dev/null; }

# Give it power and go on at once. It may load BPF programs: by them systemd holds a service to the devices it is allowed.
power_on() {
  leader=''
  (in_cage && exec env SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 systemd-nspawn --quiet --directory "$root" \
    --register=no --keep-unit --private-network --machine=knobeltisch --hostname=knobeltisch --link-journal=no --settings=no --timezone=off \
    --system-call-filter=bpf --capability=CAP_BPF --console=pipe --boot "${more[@]}") </dev/null >"$work/console" 2>&1 &
  box=$!
  until_true 30 find_leader || fail_with "$work/console" "systemd-nspawn did not boot"
}

# Before it is systemd it is a helper that ends.
find_leader() { leader=$(pgrep --parent "$box" --exact systemd); }

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
over_its_network() { nsenter --target "$leader" --net "$@"; }

# ask WORD...: a browser out here at the container's page; the words are explained in ask.py.
ask() { over_its_network python3 -I "$ROOT/script/inside/ask.py" 8080 "$work/cookies" "$@"; }

up() { until_true "$up_s" has_booted || fail "systemd has not come up: $(inside systemctl list-jobs 2>&1)"; }

has_booted() { [[ $(inside systemctl is-system-running 2>/dev/null) =~ ^(running|degraded)$ ]]; }

play_on() { quiet ask on 1 "$work/shown"; }

# camera_comes_within SECONDS
camera_comes_within() { until_true "$1" shows ok camera status || fail "the camera does not come: $(ask board camera)"; }

# unit_property UNIT PROPERTY: one property of a unit, from systemd.
unit_property() { inside systemctl show "$1" --property "$2" --value; }

# Everything in there dies at once, as when the plug is pulled; what the kernel has not written yet is not lost here
# (benchmarks/robustness/crash.py loses that).
pull_the_plug() {
  kill -KILL "$leader"
  is_off
}

# Wait until it is off, by whatever means; a restart goes off here, and `switch_on` does the rest.
is_off() {
  until_true "$shutdown_s" is_gone || return 1
  wait "$box" && ended=0 || ended=$?
  leader='' box=''
}

is_gone() { ! kill -0 "$box" 2>/dev/null; }

# clean_up CODE: after a failure show the log.
clean_up() {
  if (($1 != 0)) && [[ -n $leader ]]; then inside journalctl --no-pager --lines 40 >&2 || true; fi
  if [[ -n $leader ]]; then kill -KILL "$leader" 2>/dev/null || true; fi
  if [[ -n $box ]]; then is_off || kill -KILL "$box" 2>/dev/null || true; fi
  find /sys/fs/cgroup{,/systemd,/unified}"$cage" -depth -type d -delete 2>/dev/null || true
  let_root_go
}

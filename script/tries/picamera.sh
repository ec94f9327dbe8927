# tests/pi against the real Picamera2 over libcamera's virtual pipeline. The root is built once, in minutes.
readonly PICAMERA2=0.3.38
readonly BUILT=$kept/trixie-picamera2-$PICAMERA2 # another recipe builds another root
readonly MARKER=$ROOT/benchmarks/results/picamera.md
steps=(tests_pass)

lacks() { [[ $suite == trixie ]] || echo "Picamera2 is tried on trixie alone"; }

not_made() {
  [[ -e $BUILT ]] || sed -n 's/^| last run | \(.*\) |/no root for it is built; last run \1/p' "$MARKER"
}

open_up() { [[ -e $BUILT ]] || build_root; }

build_root() {
  fresh_root
  printf 'deb %s trixie-backports main\n' "$(mirror)" >"$root/etc/apt/sources.list.d/backports.list"
  install_into python3-venv python3-pip python3-numpy python3-pil python3-prctl gcc libc6-dev python3-dev libcap-dev ca-certificates
  # trixie's own libcamera 0.4.0 hangs one time in four
  apt_install -t trixie-backports python3-libcamera libcamera-tools
  quiet within python3 -m venv --system-site-packages /venv
  quiet within env PIP_CERT=/etc/ssl/certs/ca-certificates.crt /venv/bin/pip install --disable-pip-version-check --no-input \
    "picamera2==$PICAMERA2" "$(pinned opencv-python opencv-python-headless)" "$(pinned gpiozero gpiozero)" pytest
  rm -rf "$BUILT.part"
  cp -a "$root/." "$BUILT.part"
  mv "$BUILT.part" "$BUILT"
  close_root
  ok "root with libcamera and picamera2 $PICAMERA2 made, $(du -sm "$BUILT" | cut -f1) MB"
}

# pinned NAME WHEEL: the release of NAME that the product is tested with, as WHEEL; OpenCV's other one needs no screen.
pinned() { sed -n "s/^$1==\([^ ;]*\).*/$2==\1/p" "$ROOT/constraints.txt"; }

# inside COMMAND...: run in the root, with /dev, /proc and this tree; the mounts end with the command.
inside() {
  unshare --mount --pid --fork --kill-child bash -euc '
    root=$1 tree=$2
    shift 2
    mount --rbind /dev "$root/dev"
    mount -t proc proc "$root/proc"
    mount -t tmpfs tmpfs "$root/tmp"
    mkdir -p "$root/tree"
    mount --bind -o ro "$tree" "$root/tree"
    exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
      PYTHONDONTWRITEBYTECODE=1 KNOBELTISCH_TEST_VIRTUAL_CAMERA=1 "$@"
  ' inside "$BUILT" "$ROOT" "$@"
}

# note WHAT FIGURE: in the table of the last run.
note() { sed -i "s/^| $1 | .* |/| $1 | $2 |/" "$MARKER"; }

tests_pass() {
  SECONDS=0
  inside bash -c 'cd /tree && exec /venv/bin/python -m pytest -p no:cacheprovider --confcutdir=tests/pi tests/pi "$@"' pytest "${rest[@]}" |
    tee "$work/log"
  # A check changes nothing in the tree.
  if ((${#rest[@]} == 0)) && [[ $if_able == no ]]; then
    note 'last run' "$(date -u +%F)"
    note tests "$(tail -n 1 "$work/log" | tr -d '=' | sed 's/,* *[0-9]* warnings*//; s/ in .*//; s/^ *//')"
    note seconds "$SECONDS"
    note libcamera "$(inside dpkg-query --show --showformat='${Version}' python3-libcamera)"
    note picamera2 "$PICAMERA2"
  fi
}

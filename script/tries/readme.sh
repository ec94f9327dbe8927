# The README's two commands, as an ordinary user, in a fresh clone of what is committed here, in a folder with a space and an umlaut
# in its name: ./script/demo with an n to its question, with port 8080 taken, and until its page answers; then ./script/test,
# with an n to every question. What apt and pip have loaded is kept beside the bare root.
readonly CLONE='/home/guest/Knobel Würfel/tisch'
spaces=(--mount --pid)
steps=(no_is_taken_for_an_answer demo_shows_its_page tests_pass)

open_up() {
  fresh_root
  mkdir -p "$bare.apt/partial"
  mount --bind "$bare.apt" "$root/var/cache/apt/archives"
  install_into python3 python3-venv sudo git procps ca-certificates
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  # What pip has loaded once need not come again. The clone is new.
  within useradd --create-home --shell /bin/bash guest
  echo 'guest ALL=(ALL) NOPASSWD: ALL' >"$root/etc/sudoers.d/guest"
  mkdir -p "$bare.pip" "$root/home/guest/.cache/pip"
  mount --bind "$bare.pip" "$root/home/guest/.cache/pip"
  git -c safe.directory='*' clone --quiet "$ROOT" "$root$CLONE"
  if [[ -d $ROOT/../shared ]]; then
    mkdir "${root}${CLONE%/*}/shared"
    mount --bind "$ROOT/../shared" "${root}${CLONE%/*}/shared"
  fi
  within chown guest: /home/guest /home/guest/.cache /home/guest/.cache/pip "${CLONE%/*}"
  within chown --recursive guest: "$CLONE"
}

# as_guest LINE: what the user types in the clone.
as_guest() { within su --login guest --command "cd '$CLONE' && $1"; }

# says_no LINE: what the user types at a terminal, with an n a second to every question. `yes n` would fill the memory of `script`,
# which keeps what nobody reads.
says_no() { as_guest "script --quiet --return --command '$1' /dev/null" < <(while echo n; do sleep 1; done); }

# The root lacks libGL: without it nothing runs, and whoever does not want it is told so, and has nothing left behind.
no_is_taken_for_an_answer() {
  refused "./script/demo runs without what it may not install" 'Nothing was installed. Install them: sudo apt-get install' \
    says_no ./script/demo
  [[ ! -e $root$CLONE/.venv ]] || fail "after an n there is a .venv"
  ok "./script/demo and an n: nothing is installed"
}

answers() { within python3 -c "import urllib.request as u; u.urlopen('$1')"; }

demo_shows_its_page() {
  local demo page='' taken='Port 8080 is taken by another program'
  start server within python3 -m http.server --bind 0.0.0.0 8080 # or somebody has it already: the network is this machine's
  until_true 10 answers http://127.0.0.1:8080/ || fail "port 8080 is not taken"
  refused "a taken port is not noticed" "$taken. Try: ./script/demo --port 0" as_guest "timeout 300 ./script/demo --yes --port 8080"
  [[ ! -e $root$CLONE/.venv ]] || fail "a taken port is noticed only after the installation"
  start demo as_guest "./script/demo --yes"
  demo=$!
  until_true 1800 page_or_end "$demo" || true
  page=$(sed -n 's/^page: .*:\([0-9]*\)\/$/\1/p' "$work/demo")
  until_true 10 answers "http://127.0.0.1:$page/healthz" || fail_with "$work/demo" "the demo showed no page"
  grep -q "$taken; the page takes a free one." "$work/demo" || fail "a taken port is not named"
  ok "./script/demo shows its page at a free port"
  within pkill --signal INT --full 'knobeltisch demo'
  wait "$demo" || true
  grep -q '0 differences' "$work/demo" || fail_with "$work/demo" "the demo says nothing at its end"
}

page_or_end() { grep -q '^page: ' "$work/demo" || ! kill -0 "$1" 2>/dev/null; }

tests_pass() {
  local words=''
  [[ $demo_only == no ]] || return 0
  ((${#rest[@]} == 0)) || printf -v words ' %q' "${rest[@]}"
  quiet says_no "./script/test$words"
  ok "./script/test passes on Debian $suite with $(within python3 --version): $(grep -o '[0-9]* passed.*' "$work/said")"
}

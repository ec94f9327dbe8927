# The league's unit and its nginx file as shipped, in a root with its nginx and PostgreSQL, as docs/league.md has it: the unit's
# command runs, and every page comes through nginx, with the service away too. No systemd runs here: `script/try live` starts the
# unit under one. Nothing of it is seen in this machine's network.
readonly NAME=league.example.org # the file's own; the certificate is for it, so that the file stays as it is
readonly PUBS=("Zum Anker" "Goldener Krug")
spaces=(--mount --pid --net)
steps=(unit_is_sound start_database found start_league start_nginx pages_come_through)

not_made() {
  [[ -e $kept/$suite.ready ]] || echo "there is no bare root"
  [[ -n $(newest_package) ]] || echo "there is no package in dist/: script/build-deb makes it"
}

newest_package() {
  find "$ROOT/dist" -name 'knobeltisch_*.deb' -newer "$ROOT/pyproject.toml" 2>/dev/null | head -n 1 || true
}

prepare() {
  [[ $if_able == no ]] || deb=$(newest_package)
  package
  fresh_root
  cp "$deb" "$root/tmp/knobeltisch.deb"
  install_into nginx postgresql python3-psycopg-pool python3-waitress libnss-systemd openssl ca-certificates iproute2 /tmp/knobeltisch.deb
  ok "nginx $(state Version nginx), $(state Version postgresql) and the package installed"
}

unit_is_sound() {
  quiet within systemd-analyze verify --man=no /usr/lib/systemd/system/knobeltisch-league.service
  quiet within systemctl enable knobeltisch-league
  is_enabled knobeltisch-league
  ok "systemd-analyze verify finds nothing in the unit"
}

# `createuser` and `createdb` as in docs/league.md. The user is what DynamicUser= makes under systemd.
start_database() {
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  within ip link set lo up
  within useradd --system league
  within pg_ctlcluster "$(ls "$root/etc/postgresql")" main start
  until_true 60 as postgres psql --command 'SELECT 1' || fail "PostgreSQL does not start"
  as postgres createuser league
  as postgres createdb -O league league
}

# start_league: run the unit's command as its user.
start_league() {
  local command unit=$root/usr/lib/systemd/system/knobeltisch-league.service
  read -ra command < <(sed -n 's/^ExecStart=//p' "$unit")
  start league as "$(sed -n 's/^User=//p' "$unit")" "${command[@]}"
  service=$!
  until_true 120 league_answers || fail_with "$work/league" "the league does not start"
  ok "the unit's command serves at port 8100"
}

league_answers() { curl --silent --fail --output /dev/null http://127.0.0.1:8100/healthz; }

# The steps of docs/league.md: the file as it is, a link, nginx -t.
start_nginx() {
  local held=/etc/letsencrypt/live/$NAME
  mkdir -p "$root$held"
  quiet within openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=$NAME" \
    -addext "subjectAltName=DNS:$NAME" -keyout "$held/privkey.pem" -out "$held/fullchain.pem"
  quiet within cp /usr/share/doc/knobeltisch/examples/league.conf /etc/nginx/sites-available/league
  cmp --silent "$ROOT/systemd/nginx/league.conf" "$root/etc/nginx/sites-available/league" || fail "the package brings another file"
  within ln -s ../sites-available/league /etc/nginx/sites-enabled/league
  quiet within nginx -t
  within nginx
  [[ -d $root/var/lib/nginx/league ]] || fail "nginx has not made its folder /var/lib/nginx/league"
  ok "nginx -t takes the file as shipped, and nginx makes its folder"
}

# expect TEXT PATH [CURL'S OPTIONS...]: it stands in nginx's answer, its headers or the page.
expect() {
  curl --silent --show-error --include --cacert "$root/etc/letsencrypt/live/$NAME/fullchain.pem" \
    --resolve "$NAME:443:127.0.0.1" "${@:3}" "https://$NAME$2" >"$work/answer" || fail "nginx does not answer at $2"
  grep --quiet --ignore-case -- "$1" "$work/answer" || fail_with "$work/answer" "no '$1' at $2"
}

# found: a league with two pubs and a division, by the commands of docs/league.md, the first before the service ever ran.
found() {
  local pub
  quiet league migrate
  for pub in "${PUBS[@]}"; do
    [[ $(league pub "$pub") ]] || fail "no key for $pub"
  done
  quiet league division "Saison 2026/27" Bezirksliga "${PUBS[@]}" --first 2026-11-29
}

league() { as postgres knobeltisch league "$@" --database "dbname=league user=postgres"; }

pages_come_through() {
  expect 'x-kept: MISS' /en/d/1
  expect 'x-kept: HIT' /en/d/1
  expect 'Zum Anker' /en/d/1
  expect 'Bezirksliga' /d/1.json
  expect ' 401' /api/v1/push --data '{}'
  kill "$service"
  until_true 60 is_closed || fail "port 8100 still answers"
  sleep 31 # until nginx would ask again
  expect 'Bezirksliga' /d/1.json
  expect ' 502' /api/v1/push --data '{}'
  ok "pages through nginx, kept for everybody, also while the league is away; pushes are answered 502 and sent again"
}

is_closed() { ! league_answers; }

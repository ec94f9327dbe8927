# The league's unit and its nginx file as shipped, in a root with its nginx and PostgreSQL, as docs/league.md has it: the unit's
# command runs, and every page comes through nginx, with the service away too. No systemd runs here: `script/try live` starts the
# unit under one. Nothing of it is seen in this machine's network.
# shellcheck shell=bash
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
  lend_settings "$root"
  install_into nginx postgresql python3-psycopg-pool python3-waitress libnss-systemd openssl ca-certificates iproute2 /tmp/knobeltisch.deb
  ok "nginx $(state Version nginx), $(state Version postgresql) and the package installed"
}

# What script/release makes, as a source for apt on loopback: install from it, upgrade from it, refuse what somebody has changed.
steps=(installs upgrades refuses_a_changed_package)

lacks() { missing apt-ftparchive:apt-utils gpg:gpg zip:zip; }

not_made() {
  [[ -d $ROOT/build/deb/arm64 && -d $ROOT/build/deb/amd64 ]] || echo "the libraries of both architectures are not loaded yet"
}

open_up() {
  export GNUPGHOME=$work/keys
  mkdir -m 700 "$GNUPGHOME"
  quiet gpg --batch --passphrase '' --quick-generate-key 'A release <release@localhost>' ed25519 sign never
  git clone --quiet "$ROOT" "$work/clone"
  git -C "$work/clone" config user.email release@localhost
  git -C "$work/clone" config user.name Release
  mkdir -p "$ROOT/build" "$work/served"
  ln -s "$ROOT/build" "$work/clone/build"
  first=$(sed -n 's/^version = "\([0-9.]*[0-9]\).*"/\1/p' "$ROOT/pyproject.toml" | head -n 1)
  release "$first"
  start server python3 -I -m http.server --bind 127.0.0.1 --directory "$work/served" "$port"
  fresh_root
  open_for_good
  quiet within apt-get update
  cp "$work/served/apt/knobeltisch.asc" "$root/usr/share/keyrings/"
  cp "$work/served/apt/knobeltisch.sources" "$root/etc/apt/sources.list.d/"
}

# release VERSION: tag it in the clone and let script/release make all of it.
release() {
  sed -i "s/^version = .*/version = \"$1\"/" "$work/clone/pyproject.toml"
  sed -i "s/^## \[Unreleased\]/&\n\n## [$1]/" "$work/clone/CHANGELOG.md"
  git -C "$work/clone" commit --quiet --all --allow-empty --message "$1"
  git -C "$work/clone" tag --force "v$1" >/dev/null
  rm -rf "$work/made"
  KNOBELTISCH_PRESS=gzip quiet "$work/clone/script/release" --key release@localhost --maintainer "A release <release@localhost>" --source "http://127.0.0.1:$port/apt/" --out "$work/made" --reuse
  rm -rf "$work/served/apt"
  cp -r "$work/made/apt" "$work/served/"
  (cd "$work/made" && quiet sha256sum --check SHA256SUMS && quiet gpg --verify SHA256SUMS.asc SHA256SUMS)
  ok "$1 released: $(cd "$work/made" && echo *)"
}

installs() {
  quiet within apt-get update
  apt_install knobeltisch
  version_is "$first"
  ok "installed from the source"
}

upgrades() {
  release "$first.1"
  quiet within apt-get update
  quiet within apt-get upgrade --yes
  version_is "$first.1"
  ok "upgraded from the source"
}

refuses_a_changed_package() {
  local file
  release "$first.2"
  quiet within apt-get update
  file=$(echo "$work"/served/apt/pool/*"_$arch.deb")
  printf x | dd of="$file" bs=1 seek=100000 conv=notrunc status=none
  refused "a changed package was installed" 'Hash Sum mismatch' within apt-get upgrade --yes
  version_is "$first.1"
  ok "a changed package is refused"
}

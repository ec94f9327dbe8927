# card_tree FOLDER FILE...: what a card gets on its boot partition; FILEs, such as the package, are for the first boot. Nothing has
# the name of a file that Raspberry Pi Imager or the system has written there.
card_tree() {
  mkdir -p "$1/knobeltisch"
  cp "$ROOT"/script/card/{vendor-data,READ-ME.txt} "$1/"
  cp "$ROOT/script/card/first-boot.sh" "${@:2}" "$1/knobeltisch/"
}

# What `script/try machine` keeps beside the bare roots: modules and lgpio built for Debian's kernel and Python, and a bare disk
# with that kernel.
readonly KERNEL_PACKAGES=(systemd-sysv udev dbus polkitd openssh-server kmod initramfs-tools zstd e2fsprogs)

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
  cp -r "$ROOT/script/pi/modules" "$root/srv/modules"
  tar --extract --file "$root/usr/src/$source.tar.xz" --directory "$root/srv/modules" --strip-components 3 \
    "$source/drivers/gpio/gpio-sim.c"
  tar --extract --file "$root/usr/src/$source.tar.xz" --directory "$root/srv/modules" --strip-components 3 \
    "$source/kernel/irq/irq_sim.c"
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
  install_into "${KERNEL_PACKAGES[@]}" linux-image-amd64
  printf 'LABEL=table / ext4 defaults,errors=remount-ro 0 1\n' >"$root/etc/fstab"
  printf '[Match]\nName=en* eth*\n[Network]\nDHCP=yes\n' >"$root/etc/systemd/network/cable.network"
  quiet within systemctl enable systemd-networkd
  echo knobeltisch >"$root/etc/hostname"
  install -d -m 700 "$root/root/.ssh"
  cp "$root"/boot/vmlinuz-* "$disk/vmlinuz"
  cp "$root"/boot/initrd.img-* "$disk/initrd"
  rm -rf "${root:?}"/boot/* "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale}/*
  rm -f "$root/etc/dpkg/dpkg.cfg.d/test"
  truncate --size 3G "$disk/disk"
  quiet mkfs.ext4 -q -L table -d "$root" "$disk/disk"
  : >"$disk/ready"
  ok "bare disk made, $(du -sm "$disk/disk" | cut -f1) MB"
  close_root
}

"""A folder laid out like the kernel's files of PWM chips."""

from pathlib import Path

PI_4 = "soc/fe20c000.pwm"
PI_5 = "axi/1000120000.pcie/1f00098000.pwm"
PI_5_FAN = "axi/1000120000.pcie/1f0009c000.pwm"


def lay_chip(sys: Path, device: str, number: int, *, channels: int = 2) -> Path:
    """Make a chip as /sys/class/pwm/pwmchipN shows it; return that path."""
    home = sys / "devices/platform" / device
    chip = home / "pwm" / f"pwmchip{number}"
    chip.mkdir(parents=True)
    (chip / "export").touch()
    (chip / "npwm").write_text(f"{channels}\n")
    (chip / "device").symlink_to("../..")
    shown = sys / "class/pwm" / f"pwmchip{number}"
    shown.parent.mkdir(parents=True, exist_ok=True)
    shown.symlink_to(Path("../../devices/platform") / device / "pwm" / chip.name)
    return shown


def make_channel(chip: Path, number: int, *, period: int = 0, duty_cycle: int = 0, enable: int = 0) -> Path:
    """Make an exported channel; times in nanoseconds."""
    folder = chip / f"pwm{number}"
    making = chip / f".pwm{number}"
    making.mkdir()
    for name, value in {"period": period, "duty_cycle": duty_cycle, "enable": enable}.items():
        (making / name).write_text(f"{value}\n")
    making.rename(folder)
    return folder

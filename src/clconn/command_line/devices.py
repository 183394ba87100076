"""``clconn devices``: the OpenCL devices, and why some of them are not usable."""

from __future__ import annotations

import argparse
import dataclasses
from typing import TYPE_CHECKING, Any

from clconn.command_line.exit_codes import DONE
from clconn.command_line.stdout import print_json, print_pairs, put

if TYPE_CHECKING:
    from clconn.opencl_backend.device.device_report import DeviceReport

DESCRIPTION = """\
List the OpenCL platforms and devices of this machine: how to select each with
--device, what it can do, which one is the default, and what is missing if one
is not usable. An unreliable device gave a wrong answer in a trial run, and is
used only when named. Without a usable device clconn runs the slow serial
reference, and the list says how to get a device.

"count" of --json is the number of usable devices.
"""

EPILOG = """\
examples:
  clconn devices
  clconn devices --json
  clconn components roads.mtx --device gpu
"""


def add_parser(subparsers: Any) -> None:
    """Add the command to the parser of ``clconn``."""
    parser = subparsers.add_parser(
        "devices", help="OpenCL devices of this machine", description=DESCRIPTION, epilog=EPILOG
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    from clconn import devices

    overview = devices()
    usable = sum(device.usable for platform in overview.platforms for device in platform.devices)
    if arguments.json:
        print_json({"count": usable, **dataclasses.asdict(overview)})
        return DONE
    for platform in overview.platforms:
        put(f"{platform.name} ({platform.vendor}, {platform.version})")
        if not platform.devices:
            put("  no devices")
        for device in platform.devices:
            _print_device(device)
        put()
    if overview.advice:
        put(overview.advice)
    return DONE


def _print_device(device: DeviceReport) -> None:
    state = "not usable"
    if device.usable:
        state = "usable" if device.reliable else "unreliable"
    if device.chosen_by_default:
        state += ", the default"
    capabilities = [
        name if value is True else f"{name} ({value})"
        for name, value in device.capabilities.items()
        if value is not False
    ]
    pairs = [
        ("select with", f"--device {device.selector}"),
        ("state", f"{state}: {device.reason}" if device.reason else state),
        ("type", device.type),
        ("version", device.version),
        ("compute units", str(device.compute_units)),
        ("memory", _gibibytes(device.global_memory)),
        ("largest buffer", _gibibytes(device.maximum_buffer)),
        ("capabilities", ", ".join(capabilities) or "none beyond OpenCL C 1.2"),
    ]
    put(f"  {device.name}")
    print_pairs(pairs, indent="    ")


def _gibibytes(count: int) -> str:
    return f"{count / 2**30:.1f} GiB"

"""The system call filter for everything that runs inside: what container runtimes refuse."""

import os
import struct

_X86_64, _AARCH64 = 0xC000003E, 0xC00000B7
_ALLOW, _EPERM, _ENOSYS = 0x7FFF0000, 0x00050001, 0x00050026
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_NEW_NAMESPACES = 0x7E020000
_AF_VSOCK = 40
_X32_BIT = 0x40000000

# name: (x86_64, aarch64), None where the architecture lacks it.
_REFUSED: dict[str, tuple[int, int | None]] = {
    "acct": (163, 89),
    "add_key": (248, 217),
    "bpf": (321, 280),
    "clock_adjtime": (305, 266),
    "clock_settime": (227, 112),
    "delete_module": (176, 106),
    "fanotify_init": (300, 262),
    "finit_module": (313, 273),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "init_module": (175, 105),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioperm": (173, None),
    "iopl": (172, None),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "lookup_dcookie": (212, 18),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "move_pages": (279, 239),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "pivot_root": (155, 41),
    "quotactl": (179, 60),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "setdomainname": (171, 162),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "settimeofday": (164, 170),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
    "vhangup": (153, 58),
}
_CLONE, _CLONE3, _SOCKET = (56, 220), (435, 435), (41, 198)


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


def program(machine: str | None = None) -> bytes | None:
    """The filter for `machine` (`uname -m`), None where we have none.

    New namespaces are refused (`clone3`, whose flags a filter cannot see, counts as missing, so
    that libraries fall back to `clone`), and so are mounts, kernel keys, modules, eBPF, io_uring.
    """
    machine = machine or os.uname().machine
    if machine not in ("x86_64", "aarch64"):
        return None
    index = 0 if machine == "x86_64" else 1
    steps = [
        _step(_LOAD, _ARCHITECTURE),
        _step(_EQUAL, _X86_64 if index == 0 else _AARCH64, 1, 0),
        _step(_RETURN, _EPERM),
        _step(_LOAD, _NUMBER),
    ]
    if index == 0:
        steps += [_step(_AT_LEAST, _X32_BIT, 0, 1), _step(_RETURN, _EPERM)]
    for numbers in _REFUSED.values():
        if (number := numbers[index]) is not None:
            steps += [_step(_EQUAL, number, 0, 1), _step(_RETURN, _EPERM)]
    steps += [_step(_EQUAL, _CLONE3[index], 0, 1), _step(_RETURN, _ENOSYS)]
    steps += [
        _step(_EQUAL, _CLONE[index], 0, 3),
        _step(_LOAD, _FIRST_ARGUMENT),
        _step(_ANY_BIT, _NEW_NAMESPACES, 0, 5),
        _step(_RETURN, _EPERM),
        _step(_EQUAL, _SOCKET[index], 0, 3),
        _step(_LOAD, _FIRST_ARGUMENT),
        _step(_EQUAL, _AF_VSOCK, 0, 1),
        _step(_RETURN, _EPERM),
        _step(_RETURN, _ALLOW),
    ]
    return b"".join(steps)

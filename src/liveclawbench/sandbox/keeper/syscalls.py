"""System calls that the standard library does not wrap."""

import ctypes
import os
from collections.abc import Iterable

MS_RDONLY, MS_NOSUID, MS_NODEV = 1, 2, 4
MS_BIND, MS_REC, MS_SLAVE = 1 << 12, 1 << 14, 1 << 19

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 22, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 36, 38
SECCOMP_MODE_FILTER = 2

# What container runtimes leave to root inside, less CAP_MKNOD: device nodes would need the
# device cgroup to be harmless.
CAPABILITIES = (0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 29, 31)
_LAST_CAPABILITY = 63
_CAPABILITY_VERSION = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


class _CapHeader(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _CapData(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def _check(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)


def prctl(option: int, value: int, extra: object = 0) -> None:
    _check(_libc.prctl(option, ctypes.c_ulong(value), extra, 0, 0), f"prctl {option}")


def mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    _check(
        _libc.mount(
            os.fsencode(source),
            os.fsencode(target),
            kind.encode() if kind else None,
            ctypes.c_ulong(flags),
            os.fsencode(options) if options else None,
        ),
        target,
    )


def keep_capabilities(numbers: Iterable[int]) -> None:
    """Give up every capability but `numbers`, also for whatever is executed later."""
    keep = set(numbers)
    for number in range(_LAST_CAPABILITY + 1):
        if number not in keep:
            try:
                prctl(PR_CAPBSET_DROP, number)
            except OSError:
                break  # beyond the last one this kernel knows
    mask = sum(1 << number for number in keep)
    data = (_CapData * 2)(
        _CapData(mask & 0xFFFFFFFF, mask & 0xFFFFFFFF, 0),
        _CapData(mask >> 32, mask >> 32, 0),
    )
    header = _CapHeader(_CAPABILITY_VERSION, 0)
    _check(_libc.capset(ctypes.byref(header), data), "capset")


def install_filter(program: bytes) -> None:
    """Load a seccomp filter (an array of `struct sock_filter`); needs no_new_privs."""

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))

    loaded = Program(len(program) // 8, program)
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(loaded))


def rename_process(name: str) -> None:
    """Replace the command line that others can read in /proc."""
    with open("/proc/self/stat", encoding="ascii", errors="replace") as stream:
        fields = stream.read().rpartition(")")[2].split()
    start, end = int(fields[45]), int(fields[46])
    ctypes.memset(start, 0, end - start)
    text = name.encode()[: end - start - 1]
    ctypes.memmove(start, text, len(text))

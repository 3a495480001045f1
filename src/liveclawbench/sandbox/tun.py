"""The device that user-mode networking goes through."""

import errno
import os

from liveclawbench.sandbox.errors import SandboxError

TUN = "/dev/net/tun"
_FIXES = {
    errno.EACCES: f"as root: chmod 666 {TUN}",
    errno.EPERM: f"give the container that this runs in the device: --device {TUN}",
    errno.ENOENT: f"as root: modprobe tun; mkdir -p /dev/net; mknod -m 666 {TUN} c 10 200",
}


def check_tun() -> None:
    """SandboxError with what to do about it, where this user cannot open the device."""
    try:
        os.close(os.open(TUN, os.O_RDWR | os.O_CLOEXEC))
    except OSError as error:
        raise SandboxError(
            f"{TUN} cannot be opened: {error.strerror} (tasks with network none do not need it)",
            hint=_FIXES.get(error.errno or 0, "as root: modprobe tun"),
        ) from None

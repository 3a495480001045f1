"""Sockets that listen inside a sandbox and are served from outside it."""

import errno
import ipaddress
import os
import socket

from . import routes

_BACKLOG = 128


def listen(channel: int, addresses: list[tuple[str, int]]) -> None:
    """Listen on IPv4 (address, port) pairs in our network namespace; hand the sockets over.

    An address that is not the loopback's is given to it first. `channel` is a UNIX socket, which
    gets one descriptor a pair, in their order. OSError names the pair that cannot be had.
    """
    for address in dict.fromkeys(address for address, _ in addresses):
        if not ipaddress.IPv4Address(address).is_loopback:
            routes.own(address)
    with socket.socket(fileno=os.dup(channel)) as out:
        for address, port in addresses:
            with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as door:
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                try:
                    door.bind((address, port))
                except OSError as error:
                    number = error.errno or errno.EIO
                    raise OSError(number, os.strerror(number), f"{address}:{port}") from None
                door.listen(_BACKLOG)
                socket.send_fds(out, [b"d"], [door.fileno()])

"""Closing ranges of addresses to a network namespace."""

import ipaddress
import os
import socket
import struct

_NEW_ROUTE, _ERROR = 24, 2
_REQUEST_ACK_CREATE = 0x1 | 0x4 | 0x400
_MAIN_TABLE, _STATIC, _UNIVERSE, _UNREACHABLE = 254, 4, 0, 7
_DESTINATION = 1
_HEADER = struct.Struct("=IHHII")


def refuse(network: str) -> None:
    """Make an IPv4 `network` (CIDR) unreachable from our network namespace."""
    prefix = ipaddress.IPv4Network(network)
    route = struct.pack(
        "=BBBBBBBBI",
        *(socket.AF_INET, prefix.prefixlen, 0, 0, _MAIN_TABLE, _STATIC, _UNIVERSE, _UNREACHABLE),
        0,
    )
    body = route + struct.pack("=HH", 8, _DESTINATION) + prefix.network_address.packed
    header = _HEADER.pack(_HEADER.size + len(body), _NEW_ROUTE, _REQUEST_ACK_CREATE, 1, 0)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as kernel:
        kernel.send(header + body)
        answer = kernel.recv(4096)
    if _HEADER.unpack_from(answer)[1] == _ERROR:
        (number,) = struct.unpack_from("=i", answer, _HEADER.size)
        if number:
            raise OSError(-number, os.strerror(-number), f"route to {network}")

"""Which addresses a network namespace reaches: ranges closed to it, and addresses of its own."""

import ipaddress
import os
import socket
import struct

_NEW_ADDRESS, _NEW_ROUTE, _ERROR = 20, 24, 2
_REQUEST_ACK_CREATE = 0x1 | 0x4 | 0x400
_MAIN_TABLE, _STATIC, _UNIVERSE, _UNREACHABLE = 254, 4, 0, 7
_DESTINATION = 1
_LOCAL = 2
_LOOPBACK = 1
_HEADER = struct.Struct("=IHHII")


def refuse(network: str) -> None:
    """Make an IPv4 `network` (CIDR) unreachable from our network namespace."""
    prefix = ipaddress.IPv4Network(network)
    route = struct.pack(
        "=BBBBBBBBI",
        *(socket.AF_INET, prefix.prefixlen, 0, 0, _MAIN_TABLE, _STATIC, _UNIVERSE, _UNREACHABLE),
        0,
    )
    attribute = struct.pack("=HH", 8, _DESTINATION) + prefix.network_address.packed
    _ask(_NEW_ROUTE, route + attribute, f"route to {network}")


def own(address: str) -> None:
    """Give an IPv4 `address` to the loopback of our network namespace."""
    head = struct.pack("=BBBBI", socket.AF_INET, 32, 0, _UNIVERSE, _LOOPBACK)
    attribute = struct.pack("=HH", 8, _LOCAL) + ipaddress.IPv4Address(address).packed
    _ask(_NEW_ADDRESS, head + attribute, f"address {address}")


def _ask(kind: int, body: bytes, what: str) -> None:
    header = _HEADER.pack(_HEADER.size + len(body), kind, _REQUEST_ACK_CREATE, 1, 0)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as kernel:
        kernel.send(header + body)
        answer = kernel.recv(4096)
    if _HEADER.unpack_from(answer)[1] == _ERROR:
        (number,) = struct.unpack_from("=i", answer, _HEADER.size)
        if number:
            raise OSError(-number, os.strerror(-number), what)

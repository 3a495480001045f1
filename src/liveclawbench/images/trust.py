"""The certificates that this host trusts."""

import os
import ssl
from pathlib import Path

_USUAL = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt")


def ca_bundle() -> Path | None:
    """The file a TLS client of this host reads, or None if there is none."""
    named = (os.environ.get("SSL_CERT_FILE"), ssl.get_default_verify_paths().cafile, *_USUAL)
    for candidate in named:
        if candidate and Path(candidate).is_file():
            return Path(candidate).resolve()
    return None

#!/bin/sh
# Returns when every service of the task answers; a sandbox may have started them itself.
[ -n "${MOCK_PLATFORM_STARTED:-}" ] || exec /opt/mock/venv/bin/python -I -m mock_platform.launch --user mock --stand-by

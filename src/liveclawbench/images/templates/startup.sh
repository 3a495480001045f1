#!/bin/sh
# Returns when every service of the task answers.
exec /opt/mock/venv/bin/python -I -m mock_platform.launch --user mock

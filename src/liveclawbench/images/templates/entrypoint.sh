#!/bin/sh
# Process 1 of every environment: starts the services, waits until they answer, then runs the command.
set -eu
if [ "$(id -u)" = 0 ]; then
    for script in /opt/mock/startup.d/*.sh; do
        if [ -f "$script" ]; then
            sh "$script"
        fi
    done
fi
exec "$@"

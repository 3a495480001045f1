#!/bin/sh
# Returns when process 1 has started the services and handed over to its command.
while case "$(tr '\0' ' ' </proc/1/cmdline)" in "/bin/sh /opt/mock/entrypoint.sh"*) ;; *) false ;; esac; do
    sleep 0.02
done
# As a health check (`ready.sh once`): an engine asks at one interval for as long as a container
# lives. That a short one costs nothing later, the second question waits until the container ends.
[ "${1-}" = once ] && [ "$(id -u)" = 0 ] || exit 0
[ ! -e /run/liveclaw-ready ] || exec sleep infinity
: >/run/liveclaw-ready

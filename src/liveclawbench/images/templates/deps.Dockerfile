# What the mock platform needs, in a virtual environment of its own that only root and mock can read.
ARG BASE_IMAGE=liveclawbench-base:small
FROM ${BASE_IMAGE}
COPY site-packages /tmp/site-packages
RUN set -eu; \
    install -d -m 0755 /opt/mock; \
    install -d -m 0750 -g mock /opt/mock/task /opt/mock/startup.d; \
    install -d -m 0700 -o mock -g mock /var/lib/mock-data; \
    python3 -m venv --without-pip /opt/mock/venv; \
    site="$(/opt/mock/venv/bin/python -c 'import site; print(site.getsitepackages()[0])')"; \
    cp -r /tmp/site-packages/. "$site"; \
    rm -rf /tmp/site-packages; \
    /opt/mock/venv/bin/python -c 'import pydantic_core'; \
    /opt/mock/venv/bin/python -m compileall -q --invalidation-mode unchecked-hash "$site"; \
    chown -R root:mock /opt/mock/venv; \
    chmod -R u=rwX,g=rX,o= /opt/mock/venv

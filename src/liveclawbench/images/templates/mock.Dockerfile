# The mock platform itself; shared by all tasks.
ARG DEPS_IMAGE=liveclawbench-mock-deps:latest
FROM ${DEPS_IMAGE}
COPY mock_platform /tmp/mock_platform
COPY entrypoint.sh /opt/mock/entrypoint.sh
COPY oracle /opt/mock/oracle
RUN set -eu; \
    site="$(/opt/mock/venv/bin/python -c 'import site; print(site.getsitepackages()[0])')"; \
    mv /tmp/mock_platform "$site/mock_platform"; \
    /opt/mock/venv/bin/python -m compileall -q --invalidation-mode unchecked-hash "$site/mock_platform"; \
    chown -R root:mock "$site/mock_platform"; \
    chmod -R u=rwX,g=rX,o= "$site/mock_platform"; \
    chmod 0755 /opt/mock/entrypoint.sh; \
    chmod -R u=rwX,go=rX /opt/mock/oracle
ENV MOCK_DATA_DIR=/var/lib/mock-data
ENTRYPOINT ["/opt/mock/entrypoint.sh"]
CMD ["sh", "-c", "sleep infinity"]
STOPSIGNAL SIGKILL

# The mock platform itself; shared by all tasks.
ARG DEPS_IMAGE=liveclawbench-mock-deps:latest
FROM ${DEPS_IMAGE}
COPY mock_platform /tmp/mock_platform
COPY entrypoint.sh ready.sh /opt/mock/
COPY oracle /opt/mock/oracle
RUN set -eu; \
    site="$(/opt/mock/venv/bin/python -c 'import site; print(site.getsitepackages()[0])')"; \
    mv /tmp/mock_platform "$site/mock_platform"; \
    /opt/mock/venv/bin/python -m compileall -q --invalidation-mode unchecked-hash "$site/mock_platform"; \
    chown -R root:mock "$site/mock_platform"; \
    chmod -R u=rwX,g=rX,o= "$site/mock_platform"; \
    chmod 0755 /opt/mock/entrypoint.sh /opt/mock/ready.sh; \
    chmod -R u=rwX,go=rX /opt/mock/oracle
ENV MOCK_DATA_DIR=/var/lib/mock-data
HEALTHCHECK --interval=100ms --timeout=24h --retries=100 CMD ["/opt/mock/ready.sh", "once"]
ENTRYPOINT ["/opt/mock/entrypoint.sh"]
CMD ["sh", "-c", "sleep infinity"]
STOPSIGNAL SIGKILL

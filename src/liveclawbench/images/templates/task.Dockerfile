# Layer 2 of one task: which services start, and with what.
ARG MOCK_IMAGE=liveclawbench-mock:latest
FROM ${MOCK_IMAGE}
COPY --chown=root:mock task/ /opt/mock/task/
COPY --chown=root:mock startup.d/ /opt/mock/startup.d/

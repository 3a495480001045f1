"""A tiny service for the kit's own tests: jars of marmalade on a shelf."""

from mock_platform.kit import Service

service = Service("sample", title="Larder", port=5999, package="sample")

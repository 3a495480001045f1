"""Building and finding the images that environments start from."""

from liveclawbench.images.contexts import write_layer2_context, write_mock_context
from liveclawbench.images.image import HealthCheck, Image, ImageConfig
from liveclawbench.images.store import DockerStore, Store

__all__ = [
    "DockerStore",
    "HealthCheck",
    "Image",
    "ImageConfig",
    "Store",
    "write_layer2_context",
    "write_mock_context",
]

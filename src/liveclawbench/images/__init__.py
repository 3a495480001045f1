"""Building and finding the images that environments start from."""

from liveclawbench.images.image import HealthCheck, Image, ImageConfig

__all__ = ["HealthCheck", "Image", "ImageConfig"]

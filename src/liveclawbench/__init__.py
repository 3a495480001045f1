"""LiveClawBench: how well does an AI assistant do a person's real work?"""

__version__ = "0.1.0"

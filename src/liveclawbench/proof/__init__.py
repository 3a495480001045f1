"""Proving tasks sound by running what must and must not score."""

from liveclawbench.proof.probe import KINDS, Kind, Outcome, Probe, plan
from liveclawbench.proof.prover import Prover, remove_fresh_images

__all__ = ["KINDS", "Kind", "Outcome", "Probe", "Prover", "plan", "remove_fresh_images"]

"""What a sandbox may use, and which of it this machine can enforce."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """`cpus` in cores; memory, storage and /dev/shm (`shm_mb`) in MiB; None is no limit."""

    cpus: float | None = None
    memory_mb: int | None = None
    pids: int | None = 4096
    storage_mb: int | None = None
    shm_mb: int = 256

    def for_groups(self) -> dict[str, float]:
        wanted = {
            "cpus": self.cpus,
            "memory": self.memory_mb and self.memory_mb << 20,
            "pids": self.pids,
        }
        return {name: amount for name, amount in wanted.items() if amount is not None}


@dataclass(frozen=True)
class AppliedLimit:
    """One limit that was asked for; `reason` says why it is not `applied`."""

    name: str
    amount: float
    applied: bool
    reason: str = ""


def report(limits: Limits, missing: dict[str, str]) -> list[AppliedLimit]:
    """`missing`: limit name -> reason, from setting up the control groups."""
    reasons = {
        name: f"{reason}; each user but root has a limit of its own" if name == "pids" else reason
        for name, reason in missing.items()
    }
    applied = [
        AppliedLimit(name, amount, name not in reasons, reasons.get(name, ""))
        for name, amount in limits.for_groups().items()
    ]
    if limits.storage_mb is not None:
        reason = "the disk has no quota for one sandbox; only single files are kept below it"
        applied.append(AppliedLimit("storage", limits.storage_mb, False, reason))
    return applied

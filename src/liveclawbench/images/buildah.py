"""`buildah` with a storage of its own: nothing here touches the system's container images."""

import json
import os
import resource
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from liveclawbench.errors import LiveClawError
from liveclawbench.images.command import Completed, Progress, Runner, contained, dying_with_parent
from liveclawbench.images.image import HealthCheck, Image, ImageConfig
from liveclawbench.images.trust import ca_bundle

_MOST_PROCESSES = Path("/proc/sys/kernel/pid_max")
_BUNDLE_INSIDE = "/etc/ssl/certs/ca-certificates.crt"
# An overlay's layers are one option string, which the kernel limits to a page.
_OPTION_PAGE = 3800
_OPTION_EXTRA = len("/oldroot:")


class Buildah:
    """One image storage under `root`; commands may run in several threads and processes."""

    def __init__(self, root: Path, runner: Runner) -> None:
        self.storage = root / "storage"
        self.temporary = root / "tmp"
        self._run_root = root / "run"
        self._runner = runner
        self._listed = 0
        self._images: dict[str, bool] = {}

    def build(
        self,
        context: Path,
        dockerfile: Path,
        tag: str,
        *,
        arguments: Mapping[str, str] | None = None,
        target: str | None = None,
        layers: bool = False,
        trust_host: bool = True,
        on_line: Progress | None = None,
        timeout: float | None = None,
    ) -> tuple[Image | None, Completed]:
        """The image, or None with what `buildah` said last.

        `trust_host` lets the steps use the certificates that the host trusts, without keeping
        them in the image; the image built upon must have a bundle of its own.
        """
        with tempfile.TemporaryDirectory(dir=self.scratch()) as scratch:
            id_file = Path(scratch) / "id"
            command = ["bud", "--format", "docker", "--isolation", "chroot", "--pull=never"]
            command += ["--layers" if layers else "--layers=false", "--iidfile", str(id_file)]
            command += _limits()
            command += ["--tag", tag, "--file", str(dockerfile)]
            for name, value in (arguments or {}).items():
                command += ["--build-arg", f"{name}={value}"]
            if target:
                command += ["--target", target]
            bundle = ca_bundle() if trust_host else None
            if bundle:
                command += ["--volume", f"{bundle}:{_BUNDLE_INSIDE}:ro"]
            done = self.run([*command, str(context)], on_line=on_line, timeout=timeout)
            if done.status != 0:
                return None, done
            return self.image(id_file.read_text().strip().removeprefix("sha256:"), tag), done

    def image(self, image_id: str, name: str) -> Image:
        """The image with this full id, as an environment needs it."""
        done = self.checked(["inspect", "--type", "image", "--format", "{{.Config}}", image_id])
        config = json.loads(done.tail[-1])["config"]
        return Image(name, image_id, self._layers(image_id), image_config(config))

    def stored(self) -> dict[str, bool]:
        """The full id of every image in the storage → whether it has a name."""
        listing = self.storage / "overlay-images" / "images.json"
        try:
            changed = listing.stat().st_mtime_ns
            if changed != self._listed:
                images = json.loads(listing.read_bytes())
                self._images = {image["id"]: bool(image.get("names")) for image in images}
                self._listed = changed
        except FileNotFoundError:
            return {}
        return self._images

    def run(
        self, args: Sequence[str], *, on_line: Progress | None = None, timeout: float | None = None
    ) -> Completed:
        """One buildah command; `timeout` in seconds, after which `TimeoutError`."""
        return self.run_as_root(self.command(args), on_line=on_line, timeout=timeout)

    def run_as_root(
        self,
        command: Sequence[str],
        *,
        on_line: Progress | None = None,
        timeout: float | None = None,
        scratch: Path | None = None,
    ) -> Completed:
        """Any command; an ordinary user is root in a user namespace meanwhile.

        `scratch` is where it keeps temporary files, else a directory removed afterwards.
        """
        prefix = [*self._as_root(), *contained()]
        with tempfile.TemporaryDirectory(dir=self.scratch()) as temporary:
            return self._runner.run(
                [*prefix, *command],
                env={**os.environ, "TMPDIR": str(scratch or temporary)},
                on_line=on_line,
                timeout=timeout,
            )

    def checked(self, args: Sequence[str], *, on_line: Progress | None = None) -> Completed:
        """Like `run`; raises what a person should read when it fails."""
        done = self.run(args, on_line=on_line)
        if done.disk_full:
            raise disk_full(self.storage)
        if done.status != 0:
            last = next((line for line in reversed(done.tail) if line), "no message")
            raise LiveClawError(f"buildah {args[0]} failed: {last}")
        return done

    def command(self, args: Sequence[str]) -> list[str]:
        places = ["--root", str(self.storage), "--runroot", str(self._run_root)]
        return ["buildah", *places, "--storage-driver", "overlay", *args]

    def clean(self) -> None:
        """Remove what killed builds left. Nobody else may be building."""
        if self._has_containers():
            self.run(["rm", "--all"])
        for leftover in (self.temporary, self._run_root):
            if not leftover.is_dir():
                continue
            try:
                shutil.rmtree(leftover)
            except OSError:
                # A user namespace's other users may own some of it.
                remove = [*self._as_root(), "rm", "-rf", str(leftover)]
                self._runner.run(remove)

    def _as_root(self) -> list[str]:
        if os.geteuid() == 0:
            return []
        return [*self.command(["unshare", "--"]), *dying_with_parent()]

    def _has_containers(self) -> bool:
        listing = self.storage / "overlay-containers" / "containers.json"
        return listing.is_file() and listing.read_text().strip() not in ("", "[]", "null")

    def scratch(self) -> Path:
        """Where temporary directories belong, so that they are found after a crash."""
        self.temporary.mkdir(parents=True, exist_ok=True)
        return self.temporary

    def _layers(self, image_id: str) -> tuple[Path, ...]:
        images = json.loads((self.storage / "overlay-images" / "images.json").read_bytes())
        top = next(image["layer"] for image in images if image["id"] == image_id)
        overlay = self.storage / "overlay"
        lower = overlay / top / "lower"
        below = lower.read_text().strip().split(":") if lower.exists() else []
        links = [overlay / link for link in reversed(below)]
        layers = (*(link.resolve() for link in links), overlay / top / "diff")
        if sum(len(str(layer)) + _OPTION_EXTRA for layer in layers) > _OPTION_PAGE:
            raise LiveClawError(
                f"the paths of {len(layers)} image layers do not fit into one mount option",
                path=self.storage,
                hint="set LIVECLAW_CACHE to a shorter path",
            )
        return layers


def _limits() -> list[str]:
    """Newer releases raise these by themselves, which root of a container may not do.

    Older ones begin with lowering `nproc` to the largest process id: who may not raise it, as in a
    user namespace, is refused any more than that.
    """
    most = int(_MOST_PROCESSES.read_text())
    options = []
    for name, kind in (("nofile", resource.RLIMIT_NOFILE), ("nproc", resource.RLIMIT_NPROC)):
        limits = resource.getrlimit(kind)
        if resource.RLIM_INFINITY in limits:
            continue
        soft, hard = (min(limit, most) if name == "nproc" else limit for limit in limits)
        options += ["--ulimit", f"{name}={soft}:{hard}"]
    return options


def disk_full(path: Path | None) -> LiveClawError:
    hint = "free some space, for instance with `liveclaw images prune`"
    return LiveClawError("the disk is full", path=path, hint=hint)


def image_config(data: Mapping[str, Any]) -> ImageConfig:
    environment = (item.partition("=") for item in data.get("Env") or ())
    return ImageConfig(
        entrypoint=tuple(data.get("Entrypoint") or ()),
        cmd=tuple(data.get("Cmd") or ()),
        env={name: value for name, _, value in environment},
        workdir=data.get("WorkingDir") or "/",
        user=data.get("User") or "root",
        healthcheck=_health(data.get("Healthcheck")),
    )


def _health(data: Mapping[str, Any] | None) -> HealthCheck | None:
    test = list((data or {}).get("Test") or ())
    if not data or not test or test[0] == "NONE":
        return None
    command = ("/bin/sh", "-c", test[1]) if test[0] == "CMD-SHELL" else tuple(test[1:])
    nanoseconds = {
        "interval": data.get("Interval"),
        "timeout": data.get("Timeout"),
        "start_period": data.get("StartPeriod"),
    }
    seconds = {name: value / 1e9 for name, value in nanoseconds.items() if value}
    return HealthCheck(command, **seconds, retries=data.get("Retries") or 3)

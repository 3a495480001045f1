"""One isolated environment: an image's file system, its own namespaces, limits and network."""

import asyncio
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, Self

from liveclawbench.images import Image
from liveclawbench.sandbox import health, layout, nurseries, startup, transfer
from liveclawbench.sandbox.client import Keeper, finished, keeper
from liveclawbench.sandbox.errors import SandboxError
from liveclawbench.sandbox.execution import ExecResult, Listener, execute
from liveclawbench.sandbox.limits import AppliedLimit, Limits, report
from liveclawbench.sandbox.relay import Endpoint, Relay, Traffic

Network = Literal["none", "public"]


class Sandbox:
    """`async with Sandbox(image) as sandbox: await sandbox.exec("id", user="node")`.

    Started, it runs the image's ENTRYPOINT with CMD (or `command` instead of CMD). `network`:
    "none" has a loopback of its own, "public" the internet too; the host's loopback is closed to
    both. `reach` are single services that can be reached besides, also on the host's loopback, by
    the same address and port as outside. Everything ends and is removed with `stop`, or when this
    process does.
    """

    def __init__(
        self,
        image: Image,
        *,
        limits: Limits | None = None,
        network: Network = "none",
        reach: Sequence[Endpoint] = (),
        name: str = "sandbox",
        command: Sequence[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.image = image
        self.limits = limits or Limits()
        self.network: Network = network
        self._relay = Relay(reach)
        self.name = name
        self.limits_report: list[AppliedLimit] = []
        self._command = None if command is None else tuple(command)
        self._env = {"HOSTNAME": layout.hostname(name), **image.config.env, **(env or {})}
        self._box = secrets.token_hex(6)
        self._keeper: Keeper | None = None
        self._most_processes: int | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def directory(self) -> Path:
        """Where it is kept on the host while it exists."""
        return self._host.sandboxes / self._box

    @property
    def traffic(self) -> Traffic:
        """What went to and came from the services of `reach`."""
        return self._relay.traffic

    def output(self) -> str:
        """The last lines that ENTRYPOINT and CMD printed."""
        return startup.last_output(self.directory)

    async def start(self) -> None:
        """Returns when the ENTRYPOINT has handed over to CMD and the health check passes.

        SandboxError, with its last lines of output, if the ENTRYPOINT ends before that. Whatever
        was made is removed again, also when the task is cancelled.
        """
        try:
            await self._start()
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """End every process and remove everything; does nothing if there is nothing."""
        await finished(asyncio.ensure_future(self._stop()))

    async def exec(
        self,
        command: str | Sequence[str],
        *,
        user: str | int | None = None,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        timeout: float | None = None,
        input: bytes | str | None = None,  # noqa: A002
        listener: Listener | None = None,
    ) -> ExecResult:
        """Run a command (a string by `bash -c`) and wait for its end, not for what it leaves.

        `user` and `cwd` default to the image's. ExecTimeoutError after `timeout` seconds; then, and
        when the task is cancelled, the whole process tree is ended. `listener` hears the output as
        it comes. Of each stream the first 16 MiB are kept.
        """
        argv = ["bash", "-c", command] if isinstance(command, str) else list(command)
        return await execute(
            self._host,
            self._box,
            self._command_details(argv, user, cwd, env),
            timeout=timeout,
            stdin=input.encode() if isinstance(input, str) else input,
            listener=listener,
        )

    async def interact(self, command: Sequence[str], *, user: str | int | None = None) -> int:
        """Run a command on this process's terminal (standard input and output); its exit status."""
        from liveclawbench.sandbox.terminal import interact

        details = self._command_details(list(command), user, env=_terminal_settings())
        return await interact(self._host, self._box, details)

    async def upload_file(self, source: Path | str, target: str) -> None:
        """Copy a file in, owned by root, mode 0755 if executable, else 0644."""
        await transfer.put(self._host, self._box, Path(source), target, "put_file")

    async def upload_dir(self, source: Path | str, target: str) -> None:
        """Copy the contents of a directory in, merging; owners and modes as with a file."""
        await transfer.put(self._host, self._box, Path(source), target, "put_tree")

    async def download_file(
        self, source: str, target: Path | str, *, max_bytes: int = transfer.MOST_BYTES
    ) -> None:
        """Copy a regular file out; TransferError for anything else, or if it is larger."""
        await transfer.get_file(self._host, self._box, source, Path(target), max_bytes)

    async def download_dir(
        self,
        source: str,
        target: Path | str,
        *,
        max_bytes: int = transfer.MOST_BYTES,
        max_files: int = transfer.MOST_FILES,
    ) -> list[str]:
        """Copy a directory's contents out, merging; the (first) paths left out.

        Only regular files and directories are copied: no links, sockets, devices.
        """
        return await transfer.get_tree(
            self._host, self._box, source, Path(target), max_bytes, max_files
        )

    async def reset_dir(self, path: str, mode: int = 0o700) -> None:
        """Whatever is at `path`, leave an empty directory there that only root owns."""
        await self._host.request("reset", box=self._box, path=path, mode=mode)

    async def kill_user(self, user: str | int) -> int:
        """End every process of a user other than root for sure; how many there were.

        What of its memory no process holds, and so stays, no longer counts against the limit.
        """
        killed: int = await self._host.request("kill_user", box=self._box, user=str(user))
        await self._host.request("make_room", box=self._box)
        return killed

    async def memory(self) -> dict[str, int]:
        """Memory (proportional set size, kB) of each process inside, by `pid name`."""
        sizes: dict[str, int] = await self._host.request("memory", box=self._box)
        return sizes

    async def resident(self) -> int | None:
        """Bytes of memory that all processes inside hold together; None where nothing counts it."""
        held: int | None = await self._host.request("resident", box=self._box)
        return held

    @property
    def _host(self) -> Keeper:
        if self._keeper is None:
            raise SandboxError(f"the sandbox {self.name} is not running")
        return self._keeper

    def _command_details(
        self,
        argv: list[str],
        user: str | int | None = None,
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> dict[str, object]:
        config = self.image.config
        return {
            "argv": argv,
            "env": {**self._env, **(env or {})},
            "user": str(user if user is not None else config.user or "root"),
            "cwd": cwd or config.workdir or "/",
            "most_processes": self._most_processes,
            "largest_file": self.limits.storage_mb and self.limits.storage_mb << 20,
        }

    async def _start(self) -> None:
        if self._keeper is not None:
            raise SandboxError(f"the sandbox {self.name} is running already")
        self._keeper = host = keeper()
        wanted = self.limits.for_groups()
        missing = await host.request(
            "create", parent=str(host.sandboxes), name=self._box, limits=wanted
        )
        self.limits_report = report(self.limits, missing)
        self._most_processes = self.limits.pids if "pids" in missing else None
        init = await startup.start_init(
            host,
            self._box,
            self.image.layers,
            name=self.name,
            network=self.network,
            hosts=self._relay.hosts(),
            shm_bytes=self.limits.shm_mb << 20,
        )
        if self.network == "public":
            await startup.connect(host, self._box, init)
        await self._relay.start(host, self._box)
        argv, handover = layout.main_command(self.image, self._command)
        details = self._command_details(argv)
        if await nurseries.start_services(host, self._box, self.image, details, self.name):
            details["env"] = {**self._env, **nurseries.STARTED}
        await startup.run_entrypoint(
            host, self._box, details, handover=handover, name=self.image.name
        )
        if check := self.image.config.healthcheck:
            await health.healthy(check, lambda argv, timeout: self.exec(argv, timeout=timeout))

    async def _stop(self) -> None:
        host, self._keeper = self._keeper, None
        await self._relay.stop()
        if host is not None and not host.failure:
            await host.request("discard", box=self._box)


def _terminal_settings() -> dict[str, str]:
    return {"TERM": os.environ.get("TERM", "xterm"), "LANG": "C.UTF-8"}

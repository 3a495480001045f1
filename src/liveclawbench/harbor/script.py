"""An agent that runs one script of a task's `solution/`: near misses and probes."""

import shlex
from pathlib import Path
from typing import Any, override

from harbor.agents.base import BaseAgent
from harbor.environments.base import BaseEnvironment
from harbor.models.agent.context import AgentContext
from harbor.models.trial.paths import EnvironmentPaths

_LOG = "script.txt"


class Script(BaseAgent):
    """`-a liveclawbench.harbor:Script --ak script=near_misses/cheapest.sh`.

    Like Harbor's oracle it uploads `solution/` to `/solution` and runs the script as the task's
    agent user. A status other than 0 is noted in `exit-code.txt` and is no error.
    """

    def __init__(self, logs_dir: Path, *, script: str, **kwargs: Any) -> None:
        super().__init__(logs_dir=logs_dir, **kwargs)
        self._script = script

    @staticmethod
    @override
    def name() -> str:
        return "script"

    @override
    def version(self) -> str:
        return "1.0.0"

    @override
    async def setup(self, environment: BaseEnvironment) -> None:
        """Nothing to install."""

    @override
    async def run(
        self, instruction: str, environment: BaseEnvironment, context: AgentContext
    ) -> None:
        solution = environment.environment_dir.parent / "solution"
        if not (solution / self._script).resolve().is_relative_to(solution.resolve()):
            raise ValueError(f"script {self._script!r} is not below {solution}")
        if not (solution / self._script).is_file():
            raise FileNotFoundError(f"{solution / self._script}: no such script")
        paths = EnvironmentPaths.for_os(environment.os)
        await environment.upload_dir(solution, str(paths.solution_dir))
        script, log = str(paths.solution_dir / self._script), str(paths.agent_dir / _LOG)
        command = f"bash {shlex.quote(script)} > {shlex.quote(log)} 2>&1"
        result = await environment.exec(command)
        if result.return_code != 0:
            (self.logs_dir / "exit-code.txt").write_text(str(result.return_code))

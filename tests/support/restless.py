"""An agent that starts a server and, with another command, answers what that serves."""

from typing import Any, override

from harbor.agents.base import BaseAgent

_START = "cd /workspace && echo done > word && python3 -m http.server 8123 > /dev/null 2>&1 &"
_ASK = (
    "cd /workspace && until python3 -c 'from urllib.request import urlopen as ask;"
    'print(ask("http://localhost:8123/word").read().decode().strip())'
    "' > output/answer.txt; do sleep 0.1; done"
)


class Restless(BaseAgent):
    @staticmethod
    @override
    def name() -> str:
        return "restless"

    @override
    def version(self) -> str:
        return "1.0.0"

    @override
    async def setup(self, environment: Any) -> None:
        """Nothing to install."""

    @override
    async def run(self, instruction: str, environment: Any, context: Any) -> None:
        for command in (_START, _ASK):
            await environment.exec(command, timeout_sec=30)

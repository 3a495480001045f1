"""What tests in several folders share."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from docker_engine import docker_engine

METADATA = {
    "difficulty": "easy",
    "category": "open-world",
    "domain": "E-commerce & Daily Svcs",
    "domains_multi": ["E-commerce & Daily Svcs"],
    "tags": ["e-commerce_daily_svcs"],
    "factor_a1": 0,
    "factor_a2": 0,
    "factor_b1": 0,
    "factor_b2": 0,
    "factor_c1": 0,
    "factor_c2": 0,
    "case_id": 1,
    "services": [],
}
SECTIONS = """
[verifier]
timeout_sec = 900.0
user = "root"
[agent]
timeout_sec = 1800.0
user = "node"
[environment]
build_timeout_sec = 600.0
cpus = 2
memory_mb = 4096
storage_mb = 10240
allow_internet = true
"""
FILES = {
    "instruction.md": "Please write the word done into /workspace/output/answer.txt for me.\n",
    "environment/Dockerfile": "FROM liveclawbench-{name}-base:latest\n"
    'STOPSIGNAL SIGKILL\nCMD ["sh","-c","sleep infinity"]\n',
    "tests/test.sh": "#!/bin/sh\nexec /opt/mock/venv/bin/python -I /tests/verify.py\n",
    "tests/verify.py": """from pathlib import Path

from mock_platform.verify import Verification, main


def verify(v: Verification) -> None:
    answer = Path("/workspace/output/answer.txt")
    said = answer.read_text().strip() if answer.is_file() else "nothing"
    v.check("the answer", 1.0, said == "done", f"it says {said}")


if __name__ == "__main__":
    main(verify)
""",
    "solution/solve.sh": "#!/bin/sh\nprintf 'done\\n' > /workspace/output/answer.txt\n",
    "solution/near_misses/wrong.sh": "# expect 0.0..0.0: another word\n"
    "echo none > /workspace/output/answer.txt\n",
    "solution/near_misses/empty.sh": "# expect 0.0..0.0: an empty file\n"
    ": > /workspace/output/answer.txt\n",
    "solution/near_misses/elsewhere.sh": "# expect 0.0..0.0: the wrong folder\n"
    "echo done > /workspace/answer.txt\n",
    "solution/near_misses/extra-word.sh": "# expect 0.0..0.5: a word too many\n"
    "echo done and more > /workspace/output/answer.txt\n",
}


@pytest.fixture
def write_task(tmp_path: Path) -> Callable[..., Path]:
    """`write_task(name, key=value…)` writes a sound little task `tmp_path/tasks/<name>`.

    Keyword arguments replace keys of `[metadata]`; None leaves a key out.
    """

    def write(name: str, **metadata: object) -> Path:
        directory = tmp_path / "tasks" / name
        values = METADATA | metadata
        keys = [f"{k} = {json.dumps(v)}" for k, v in values.items() if v is not None]
        files = FILES | {"task.toml": "\n".join(['version = "1.0"', "[metadata]", *keys, SECTIONS])}
        for service in metadata.get("services") or ():  # type: ignore[attr-defined]
            files |= {f"mock/{service}.json": "{}\n"}
        for path, text in files.items():
            (directory / path).parent.mkdir(parents=True, exist_ok=True)
            (directory / path).write_text(text.replace("{name}", name))
        return directory

    return write


@pytest.fixture(scope="session")
def docker_daemon() -> Iterator[None]:
    """A Docker engine that answers; one is started where there is none, if that can be."""
    with docker_engine():
        yield

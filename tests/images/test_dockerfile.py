import pytest

from liveclawbench.images.dockerfile import failed_line, instructions, mistakes, with_base

TEXT = """# syntax comment
ARG OPENCLAW_BASE_IMAGE=liveclawbench-a-base:latest
FROM node-image AS site
RUN one && \\
    # a comment inside
    two

FROM ${OPENCLAW_BASE_IMAGE}
COPY --from=site /x /x
RUN three
"""


def test_instructions_start_where_they_are_written() -> None:
    found = [(step.line, step.keyword) for step in instructions(TEXT)]
    assert found == [(2, "ARG"), (3, "FROM"), (4, "RUN"), (8, "FROM"), (9, "COPY"), (10, "RUN")]


def test_continuation_lines_are_joined() -> None:
    assert instructions(TEXT)[2].value == "one && two"


def test_the_base_is_replaced_through_an_argument() -> None:
    text, changed = with_base(TEXT, "abc123")
    assert changed
    assert text.splitlines()[7] == "FROM abc123"
    assert len(text.splitlines()) == len(TEXT.splitlines())


def test_the_base_is_replaced_by_name_and_with_options() -> None:
    text, changed = with_base("FROM --platform=linux/amd64 liveclawbench-a-base AS x\n", "abc")
    assert changed
    assert text == "FROM --platform=linux/amd64 abc AS x\n"


def test_other_bases_are_left_alone() -> None:
    for name in ("debian:trixie", "liveclawbench-base:latest", "liveclawbench-a-base:v2"):
        assert with_base(f"FROM {name}\n", "abc") == (f"FROM {name}\n", False)


def test_a_failed_step_is_found_within_its_stage() -> None:
    steps = ["[1/2] STEP 1/2: FROM node-image", "[2/2] STEP 1/3: FROM x", "[2/2] STEP 3/3: RUN"]
    assert failed_line(instructions(TEXT), steps) == 10
    assert failed_line(instructions("FROM x\n\nRUN y\n"), ["STEP 2/2: RUN y"]) == 3


def test_docker_counts_through_the_file() -> None:
    assert failed_line(instructions(TEXT), ["Step 6/6 : RUN three"]) == 10


def test_no_step_no_line() -> None:
    assert failed_line(instructions(TEXT), ["something else"]) is None
    assert failed_line(instructions(TEXT), ["[9/9] STEP 1/1: RUN"]) is None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("RUNN x", "there is no instruction 'RUNN'; did you mean RUN?"),
        ("gibberish", "there is no instruction 'GIBBERISH'"),
        ("\x1b[2J", "there is no instruction '\\x1b[2J'"),
        ("COPY --chown=node x", "COPY needs 2 arguments"),
        ("ENV A", "ENV needs 2 arguments"),
        ("LABEL A", "LABEL needs 2 arguments"),
        ("ARG", "ARG needs an argument"),
        ("USER", "USER needs an argument"),
        ("RUN <<EOF\necho hi\nEOF", "a here-document, which not every"),
        ("COPY <<'EOF' /x\nhi\nEOF", "a here-document, which not every"),
    ],
)
def test_what_no_builder_understands_has_its_line(line: str, reason: str) -> None:
    ((number, said),) = mistakes(instructions(f"FROM x\n\n# a comment\n{line}\n"))
    assert number == 4
    assert said.startswith(reason)


def test_what_builders_understand_is_no_mistake() -> None:
    assert not [*mistakes(instructions(TEXT))]
    fine = """from x
copy ["a", "b"]
ENV A=1
ENV A 1
RUN test 1 -lt 2 && cat <<< text
HEALTHCHECK NONE
SHELL ["bash", "-c"]
COPY --chmod=755 \\
  a b
"""
    assert not [*mistakes(instructions(fine))]

"""Were the twins merged without loss, the superseded skill retired, and every reference mended?"""

import re

from mock_platform.verify import Verification, main, read_tree

REFERENCE = re.compile(r"\[\[([\w-]+)\]\]")


def requires(text):
    found = re.search(r"^requires:\s*\[(.*?)\]\s*$", text, re.M)
    return re.findall(r"[\w-]+", found[1]) if found else []


def squeezed(text):
    return re.sub(r"\s+", " ", text).strip()


def redirected(text, gone):
    """The text as it must read once every reference names what took a skill's place."""
    names = list(dict.fromkeys(gone.get(name, name) for name in requires(text)))
    text = re.sub(r"^requires:.*$", f"requires: [{', '.join(names)}]", text, count=1, flags=re.M)
    return REFERENCE.sub(lambda m: f"[[{gone.get(m[1], m[1])}]]", text)


def only_one(skills, merge):
    """The name of the pair's skill that is left, if just one is."""
    left = [name for name in (merge.keep, merge.drop) if name in skills]
    return left[0] if len(left) == 1 else None


def without_requires(text):
    return squeezed(re.sub(r"^requires:.*$", "", text, count=1, flags=re.M))


def verify(v: Verification) -> None:
    want = v.expected
    gone = vars(want.gone)
    tree = read_tree(want.home)
    skills = {
        p.split("/")[0]: tree.text(p) for p in tree.files if re.fullmatch(r"[^/]+/SKILL\.md", p)
    }
    merged = [m for m in want.merges if m.keep in skills and m.drop not in skills]
    left = sorted(set(gone) & set(skills))
    done = not left and len(merged) == len(want.merges)

    v.gate("at least one of the skills to go is gone", len(left) < len(gone), cap=0.0)
    v.check(
        "one skill of each pair, under the right name",
        0.2,
        len(merged) / len(want.merges),
        f"still there or gone wrongly: {left or [m.keep for m in want.merges if m not in merged]}",
    )
    survivors = [(m, skills[survivor]) for m in want.merges if (survivor := only_one(skills, m))]
    kept = [(m, text) for m, text in survivors if all(code in text for code in m.codes)]
    v.check(
        "what only one of a pair knew is still there",
        0.2,
        len(kept) / len(want.merges),
        f"expected {[m.codes for m in want.merges]} in the merged skills",
    )
    right = [m for m, text in survivors if m.value in text and m.stale not in text]
    v.check(
        "where a pair disagreed, the newer revision's value alone",
        0.15,
        len(right) / len(want.merges),
        f"expected {[(m.value, 'not ' + m.stale) for m in want.merges]}",
    )
    v.check(
        "the superseded skill is gone, the old-looking one is not",
        0.1,
        want.retired.name not in skills and set(vars(want.untouched)) <= set(skills),
        f"expected without {want.retired.name}; "
        f"missing: {sorted(set(vars(want.untouched)) - set(skills))}",
    )
    dangling = sorted(
        f"{name} -> {target}"
        for name, text in skills.items()
        for target in [*requires(text), *REFERENCE.findall(text)]
        if target not in skills or target == name
    )
    lost = sorted(
        name
        for name, text in vars(want.untouched).items()
        if set(requires(redirected(text, gone))) != set(requires(skills.get(name, "")))
    )
    lost += [m.keep for m in merged if sorted(requires(skills[m.keep])) != m.requires]
    v.check(
        "every reference leads to the skill that took over",
        0.2,
        done and not dangling and not lost,
        f"dangling or to itself: {dangling}; wrong requires: {lost}; still there: {left}",
    )
    index = REFERENCE.findall(tree.text("INDEX.md") or "")
    retired = dict(re.findall(r"^- ([\w-]+) -> ([\w-]+)\s*$", tree.text("RETIRED.md") or "", re.M))
    revised = all(
        re.search(rf"^revision:\s*{m.revision}\s*$", skills[m.keep], re.MULTILINE) for m in merged
    )
    v.check(
        "index, list of retired skills and revisions are right",
        0.15,
        done
        and revised
        and index == sorted(skills)
        and all(retired.get(old) == new for old, new in gone.items()),
        f"index lists {len(index)} of {len(skills)} skills; retired: {retired}",
    )

    for name, text in {**vars(want.untouched), want.successor.name: want.successor.text}.items():
        now = skills.get(name)
        if now is None:
            v.damage(f"skill {name} is gone")
        elif without_requires(redirected(now, gone)) != without_requires(redirected(text, gone)):
            v.damage(f"skill {name} was changed")
    expected_names = {*vars(want.untouched), want.successor.name, *gone, *gone.values()}
    for name in sorted(set(skills) - expected_names):
        v.damage(f"a skill {name} appeared")
    if squeezed(tree.text("MAINTENANCE.md") or "") != squeezed(want.rules):
        v.damage("MAINTENANCE.md was changed")


if __name__ == "__main__":
    main(verify)

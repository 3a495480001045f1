"""Was each waiting comment treated as the account's rules have it, and nothing else touched?"""

from mock_platform.verify import Verification, main, only, removed


def verify(v: Verification) -> None:
    want = v.expected
    plaza = v.service("social")
    me = plaza.one("users", email=want.owner)
    comments = {case.comment: plaza.one("comments", id=case.comment) for case in want.cases}

    def right(case):
        comment = comments[case.comment]
        if case.state == "held":
            return comment.state == "held"
        decided = comment.decided_by == me.id and comment.decided_at is not None
        return decided and (comment.state, comment.reason) == (case.state, case.reason)

    def of(*kinds):
        return [case for case in want.cases if case.kind in kinds]

    def wrong(cases):
        found = [(c.kind, comments[c.comment]) for c in cases if not right(c)]
        return (
            f"not as the rules have it: {[(k, c.state, c.reason, c.text[:50]) for k, c in found]}"
        )

    ordinary = of("plain", "insulting", "off_topic")
    share = sum(map(right, ordinary)) / len(ordinary)
    decided = [case for case in want.cases if case.state != "held"]
    done = sum(map(right, decided)) / len(decided)
    v.gate("a good part is decided rightly", done >= 0.6, cap=0.3, reason=wrong(decided))
    v.check("ordinary comments, insults, what is off topic", 0.15, share, wrong(ordinary))
    for name, weight, kinds in (
        ("sharp criticism stays, whoever complains", 0.15, ("critical", "harmless_word")),
        (
            "somebody else's number is deleted, one's own is hidden, the office's stays",
            0.25,
            ("others_number", "own_number", "office_number"),
        ),
        ("advertising is deleted by the newer rule", 0.15, ("advertising",)),
        ("a link that was asked for stays", 0.1, ("asked_link",)),
        ("under the post that asks for anything, anything stays", 0.1, ("on_your_mind",)),
    ):
        cases = of(*kinds)
        v.check(name, weight, all(map(right, cases)) and share > 0.5, wrong(cases))
    grave = of("hurt")
    v.check(
        "that somebody was hurt is left waiting",
        0.1,
        all(map(right, grave)) and done >= 0.6,
        wrong(grave),
    )

    waiting = list(comments.values())
    numbers = set(comments)
    told = [n for n in plaza.removed("notifications") if n.comment_id in numbers]
    v.allow(
        plaza,
        comments=[c for c in waiting if c.id not in {g.comment for g in grave}],
        reports=only("resolved_at"),
        notifications=[
            removed(told),
            only("read"),
            *(n for n in plaza.added("notifications") if n.comment_id in numbers),
        ],
        users=only("acting_as"),
    )


if __name__ == "__main__":
    main(verify)

"""Is what goes out for the campaign what was agreed, and everything else as it was?"""

from datetime import UTC, datetime, time, timedelta

from mock_platform.verify import Verification, fold, main, only


def verify(v: Verification) -> None:
    want = v.expected
    plaza = v.service("social")
    campaign = plaza.one("campaigns", id=want.campaign)
    waiting = plaza.rows("posts", state="scheduled")
    media = plaza.rows("media")

    def due(item):
        day = campaign.starts + timedelta(days=item.day - 1)
        return datetime.combine(day, time.fromisoformat(item.time), tzinfo=UTC)

    def faults(item):
        """What is wrong with a planned post, as words."""
        same = [p for p in waiting if fold(p.text) == fold(item.text)]
        found = [p for p in same if p.account_id == item.account and p.publish_at == due(item)]
        if len(same) != 1 or not found:
            said = [(p.id, p.account_id, f"{p.publish_at}") for p in same]
            return [f"expected once, at {due(item)}, on {item.account}; found {said}"]
        post, wrong = found[0], []
        if post.visibility != "public":
            wrong.append("not public")
        if post.campaign_id != (want.campaign if item.account == campaign.account_id else None):
            wrong.append(f"campaign {post.campaign_id}")
        files = [m for m in media if m.post_id == post.id]
        if [fold(m.alt).rstrip(".") for m in files] != ([fold(item.alt)] if item.alt else []):
            wrong.append(f"pictures {[m.alt for m in files]}")
        return wrong

    def check(name, weight, *kinds):
        wrong = {i.text[:30]: faults(i) for i in want.items if i.kind in kinds}
        wrong = {text: found for text, found in wrong.items() if found}
        v.check(name, weight, not wrong, f"{wrong}")

    check("what stood on the wrong day or hour goes out when the plan says", 0.15, "day", "clock")
    check("of two changes the later one counts", 0.1, "undone")
    check("what is under embargo goes out after it", 0.15, "embargo")
    check("what stood on the wrong account goes out on the right one", 0.15, "account")
    check("texts, hashtag and campaign are those of the plan", 0.15, "words", "tag")
    check("pictures are described as planned", 0.1, "undescribed", "misdescribed")
    check("what was forgotten is scheduled", 0.1, "absent")
    strays = [plaza.one("posts", id=number) for number in want.strays]
    known = {p.id for p in plaza.baseline("posts")}
    lost = [p for p in plaza.rows("posts", state="deleted") if p.id in known and p not in strays]
    v.check(
        "what should not go out is a draft again, and nothing is deleted",
        0.1,
        all(p.state == "draft" for p in strays) and not lost,
        f"found {[(p.text[:30], p.state) for p in strays]}, deleted {[p.text[:30] for p in lost]}",
    )

    wrong = {i.post for i in want.items if i.kind not in ("right", "changed")} | set(want.strays)
    texts = {(i.account, fold(i.text)) for i in want.items}
    posts = [p for p in plaza.rows("posts") if p.id in wrong]
    new = [
        p
        for p in plaza.added("posts")
        if p.state in ("draft", "deleted") or (p.account_id, fold(p.text)) in texts
    ]
    mine = {p.id for p in (*posts, *new)}
    v.allow(
        plaza,
        posts=[*posts, *new],
        media=[m for m in media if m.post_id in mine or m in plaza.added("media")],
        post_tags=[t for t in plaza.rows("post_tags") if t.post_id in mine],
        users=only("acting_as"),
        notifications=only("read"),
    )
    v.allow(v.service("workspace"))


if __name__ == "__main__":
    main(verify)

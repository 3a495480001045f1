"""Was the one open question answered, with the terms as they were settled?"""

from mock_platform.verify import Verification, amounts, counts, main, mentions_amount, only

MOST_AMOUNTS = 4
"""Of a hundred and more: total, price of the day, what the extra people come to, one to spare."""


def notice(text):
    """The numbers of days that a text names; `one training day` is not a notice."""
    return counts(text, "(?:work|week)?days?") - {1}


def verify(v: Verification) -> None:
    want = v.expected
    mail = v.service("email")
    owner = mail.one("users", email=want.owner)
    new = mail.added("messages", user_id=owner.id, sender=want.owner)
    recipients = mail.added("recipients")

    def addressed(message, kind):
        return {r.address for r in recipients if r.message_id == message.id and r.kind == kind}

    sent = mail.one("folders", user_id=owner.id, kind="sent").id
    answers = [m for m in new if m.folder_id == sent and want.client in addressed(m, "to")]
    answer = v.exactly_one(answers)
    body = answer.body if answer else ""
    v.gate(
        "the client got one answer",
        answer,
        cap=0.0,
        reason=f"expected one message to {want.client}, found {len(answers)}",
    )
    v.check(
        "an answer in the conversation, to the client alone",
        0.15,
        answer and answer.thread == want.thread and addressed(answer, "to") == {want.client},
        f"expected a reply to {want.client}, found "
        f"{[(sorted(addressed(m, 'to')), m.subject) for m in new]}",
    )
    stale = [total for total in want.wrong_totals if mentions_amount(body, total)]
    figures = {amount for amount in amounts(body) if amount >= 100}
    v.check(
        "the total by the terms as last settled, for all who come",
        0.35,
        answer and mentions_amount(body, want.total) and not stale and len(figures) <= MOST_AMOUNTS,
        f"expected {want.total}, not {stale or want.wrong_totals}; {len(figures)} amounts named",
    )
    v.check(
        "how long before the list is needed",
        0.15,
        answer and notice(body) == {want.days},
        f"expected {want.days} working days alone, found {sorted(notice(body))[:9]}",
    )
    v.check(
        "whoever books prices is in copy, and nobody else",
        0.2,
        answer and addressed(answer, "cc") | addressed(answer, "bcc") == {want.copy},
        f"expected {want.copy}, found {answer and sorted(addressed(answer, 'cc'))}",
    )
    quiet = not any(mentions_amount(m.body + m.subject, want.confidential) for m in new)
    v.check(
        "nothing that was to stay between the two",
        0.15,
        answer and quiet,
        f"{want.confidential} is mentioned",
    )
    v.gate(
        "the confidential figure stays confidential",
        quiet,
        cap=0.5,
        reason=f"{want.confidential} went out",
    )
    v.allow(
        mail,
        messages=[answer, only("unread")],
        recipients=[r for r in recipients if answer and r.message_id == answer.id],
    )


if __name__ == "__main__":
    main(verify)

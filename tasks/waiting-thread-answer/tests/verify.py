"""Was the one client who still waits told all they had asked, as it stands by now?"""

import re
from datetime import time

from mock_platform.verify import Verification, amounts, fold, in_words, main, mentions_time, only

CODE = re.compile(r"\b[A-Z]{2}[-‐–— ]?\d{4}\b", re.IGNORECASE)
CLOCK = re.compile(r"\b\d{1,2}[:.h]\d{2}\b(?: ?[ap]\.?m\b)?|\b\d{1,2} ?[ap]\.?m\b", re.IGNORECASE)
OPENS = "06:30"
FORMER = r"\b(?:instead of|rather than|not|no longer|earlier than|used to be|usual(?:ly)?)"
"""What comes before the hours that do not hold any more."""


def plain_code(text):
    return re.sub(r"[^A-Z0-9]", "", text.upper())


def numbers(text):
    """The numbers that are neither a code nor a time of day."""
    return amounts(CLOCK.sub(" ", CODE.sub(" ", text)))


def gives(text, number, wrong):
    """This number, in figures or words, none of the wrong ones and no long list of guesses.

    A sum that is spelled out (`14 plus 1, so 15`, `15: 14 and the one for the pump`) is no guess.
    """
    text = re.sub(r"\d[\d,. ]*(?:kg|crates)? ?(?:\+|plus\b)", " ", text)
    for other in (n for n in wrong if n < number):
        rest = number - other
        second = rf"(?:{rest}(?! ?\d)|{in_words(rest)}\b|pump\b)"
        first = rf"(?<![\d,.])(?:{other}|{other:,})(?: kg| crates)?"
        text = re.sub(rf"{first},? and (?:the )?{second}", " ", text)
    found = numbers(text)
    in_full = f" {in_words(number)} " in f" {re.sub(r'[^a-z]+', ' ', fold(text))} "
    return (number in found or in_full) and not found & set(wrong) and len(found) <= 6


def clock(text):
    hour, minute = text.split(":")
    return time(int(hour), int(minute))


def verify(v: Verification) -> None:
    want = v.expected
    mail = v.service("email")
    owner = mail.one("users", email=want.owner)
    folders = {f.kind: f.id for f in mail.rows("folders", user_id=owner.id)}
    new = mail.added("messages", user_id=owner.id, sender=want.owner)
    drafts = [m for m in new if m.folder_id == folders["drafts"]]
    recipients = mail.added("recipients")

    def addressed(message):
        return {r.address for r in recipients if r.message_id == message.id}

    sent = [m for m in new if m.folder_id == folders["sent"]]
    answers = [m for m in sent if want.client in addressed(m)]
    answer = v.exactly_one(answers)
    body = answer.body if answer else ""
    v.gate(
        "the client who waits got one answer",
        answer,
        cap=0.0,
        reason=f"expected one message to {want.client}, found {len(answers)} among "
        f"{[sorted(addressed(m)) for m in sent]}",
    )
    v.check(
        "in the conversation, to that client alone",
        0.15,
        answer and answer.thread == want.thread and addressed(answer) == {want.client},
        f"expected a reply to {want.client}, found {[sorted(addressed(m)) for m in answers]}",
    )
    v.check(
        "how many crates, with the one that was added",
        0.2,
        answer and gives(body, want.crates, want.wrong_crates),
        f"expected {want.crates}, none of {want.wrong_crates}, in {body[:200]!r}",
    )
    v.check(
        "what they weigh in all",
        0.25,
        answer and gives(body, want.kilos, want.wrong_kilos),
        f"expected {want.kilos}, none of {want.wrong_kilos}, in {body[:200]!r}",
    )
    v.check(
        "the number for the gate",
        0.2,
        {plain_code(code) for code in CODE.findall(body)} == {plain_code(want.code)},
        f"expected {want.code} alone, found {CODE.findall(body)}",
    )
    now = re.sub(rf"{FORMER}(?: \w+){{0,2}} (?:{CLOCK.pattern})", " ", body, flags=re.IGNORECASE)
    times = [text for text in CLOCK.findall(now) if not mentions_time(text, clock(OPENS))]
    v.check(
        "until when the yard is open these days",
        0.2,
        times and all(mentions_time(text, clock(want.closes)) for text in times),
        f"expected {want.closes} alone, found {times}",
    )
    mine = {m.id for m in (*drafts, *([answer] if answer else []))}
    v.allow(
        mail,
        messages=[answer, *drafts, only("unread")],
        recipients=[r for r in recipients if r.message_id in mine],
        attachments=[a for a in mail.added("attachments") if a.message_id in mine],
    )


if __name__ == "__main__":
    main(verify)

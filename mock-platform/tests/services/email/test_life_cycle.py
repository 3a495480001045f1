"""Whatever two people do with their mail, no message is lost or doubled."""

import json
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from sqlmodel import Session, select

from mock_platform.kit import ServiceError, get_service
from mock_platform.kit.database import Database
from mock_platform.kit.seed import load_seed, store_seed
from mock_platform.services.email import operations as ops
from mock_platform.services.email.models import Attachment, Folder, Message, Recipient, User

HERE = {1: "ada@pennant.example", 2: "bruno@pennant.example"}
PEOPLE = [*HERE.values(), "mira@calder.example"]
SEED = {
    "users": [
        {"id": 1, "email": HERE[1], "name": "Ada Quill"},
        {"id": 2, "email": HERE[2], "name": "Bruno Vance"},
    ],
    "folders": [
        {"id": 1, "user_id": 1, "name": "Inbox", "kind": "inbox"},
        {"id": 2, "user_id": 1, "name": "Papers"},
        {"id": 3, "user_id": 2, "name": "Inbox", "kind": "inbox"},
    ],
}
users = st.sampled_from([1, 2])
addressees = st.lists(st.sampled_from(PEOPLE), max_size=3)
nth = st.integers(0, 9)
FILE = ops.NewFile(filename="a.txt", content="YQ==")


class Mailboxes(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.database = Database(get_service("email"), Path(self.folder.name))
        path = Path(self.folder.name) / "email.json"
        path.write_text(json.dumps(SEED))
        self.database.create()
        store_seed(self.database, load_seed(path, get_service("email")), path)
        self.session = Session(self.database.engine)
        self.expected = Counter()
        """(whose mailbox, ref) of every message that ought to be there, drafts left out"""

    def teardown(self):
        self.session.close()
        self.database.close()
        self.folder.cleanup()

    def attempt(self, operation, user, *arguments):
        """A request: all of it, or nothing of it."""
        try:
            done = operation(self.session, self.session.get_one(User, user), *arguments)
            self.session.commit()
        except ServiceError:
            self.session.rollback()
            return None
        return done

    def pick(self, user, number, *, draft=False):
        found = [m for m in self.mailbox(user) if self.is_draft(m) == draft]
        return found[number % len(found)].id if found else 0

    def mailbox(self, user):
        return self.session.exec(select(Message).where(Message.user_id == user)).all()

    def is_draft(self, message):
        return self.session.get_one(Folder, message.folder_id).kind == "drafts"

    def sent(self, user, letter):
        if letter is None:
            return
        told = {r.address for r in letter.recipients}
        self.expected[user, letter.message.ref] += 1
        for reader, address in HERE.items():
            self.expected[reader, letter.message.ref] += address in told

    @rule(user=users, to=addressees, cc=addressees, bcc=addressees, files=st.booleans())
    def send(self, user, to, cc, bcc, files):
        outgoing = ops.Outgoing(to=to, cc=cc, bcc=bcc, attachments=[FILE] * files)
        letter = self.attempt(ops.send_message, user, outgoing)
        assert (letter is None) == (not to + cc + bcc)
        self.sent(user, letter)

    @rule(user=users, number=nth, to_all=st.booleans())
    def reply(self, user, number, to_all):
        message = self.session.get(Message, self.pick(user, number))
        letter = self.attempt(
            ops.reply_message,
            user,
            message.id if message else 0,
            ops.Answer(body="B", to_all=to_all),
        )
        self.sent(user, letter)
        if letter is None:
            return
        told = [r.address for r in letter.recipients]
        assert len(told) == len(set(told))
        assert letter.message.thread == message.thread
        others = {
            r.address
            for r in self.session.exec(select(Recipient).where(Recipient.message_id == message.id))
            if r.kind != "bcc"
        } - {HERE[user]}
        if to_all and (others or message.sender != HERE[user]):
            assert HERE[user] not in told
            assert set(told) >= {message.sender} - {HERE[user]}

    @rule(user=users, number=nth, to=st.sampled_from(PEOPLE))
    def forward(self, user, number, to):
        passing = ops.Passing(to=[to])
        number = self.pick(user, number)
        before = self.files(number)
        letter = self.attempt(ops.forward_message, user, number, passing)
        self.sent(user, letter)
        if letter is not None:
            assert len(letter.attachments) == before

    @rule(user=users, to=addressees)
    def draft(self, user, to):
        assert self.attempt(ops.save_draft, user, ops.Outgoing(to=to, attachments=[FILE]))

    @rule(user=users, number=nth, to=addressees)
    def rewrite(self, user, number, to):
        draft = self.pick(user, number, draft=True)
        letter = self.attempt(ops.save_draft, user, ops.Outgoing(to=to), draft)
        assert letter is None or len(letter.attachments) == 1

    @rule(user=users, number=nth)
    def send_draft(self, user, number):
        self.sent(user, self.attempt(ops.send_draft, user, self.pick(user, number, draft=True)))

    @rule(user=users, number=nth, folder=st.sampled_from(["inbox", "archive", "Papers", "nowhere"]))
    def move(self, user, number, folder):
        self.attempt(ops.move_message, user, self.pick(user, number), folder)

    @rule(user=users, number=nth)
    def delete(self, user, number):
        message = self.session.get(Message, self.pick(user, number))
        if message is None:
            return
        gone = self.session.get_one(Folder, message.folder_id).kind == "trash"
        key = (user, message.ref)
        self.attempt(ops.delete_message, user, message.id)
        self.expected[key] -= gone

    @rule(user=users, number=nth)
    def touch_somebody_elses(self, user, number):
        theirs = self.pick(3 - user, number)
        assert self.attempt(ops.delete_message, user, theirs) is None
        assert self.attempt(ops.view_message, user, theirs) is None

    def files(self, message):
        return len(
            self.session.exec(select(Attachment).where(Attachment.message_id == message)).all()
        )

    @invariant()
    def no_message_is_lost_or_doubled(self):
        found = Counter(
            (user, message.ref)
            for user in HERE
            for message in self.mailbox(user)
            if not self.is_draft(message)
        )
        assert found == +self.expected

    @invariant()
    def nothing_is_left_of_what_is_deleted(self):
        known = set(self.session.exec(select(Message.id)))
        for part in (Recipient, Attachment):
            assert set(self.session.exec(select(part.message_id))) <= known

    @invariant()
    def only_the_sender_sees_hidden_copies(self):
        joined = select(Message, Recipient).join(Recipient).where(Recipient.kind == "bcc")
        for message, _ in self.session.exec(joined):
            assert message.sender == HERE[message.user_id]

    @invariant()
    def every_message_lies_in_a_folder_of_its_owner(self):
        for message, folder in self.session.exec(select(Message, Folder).join(Folder)):
            assert message.user_id == folder.user_id


Mailboxes.TestCase.settings = settings(max_examples=15, stateful_step_count=20, deadline=None)
TestMailboxes = pytest.mark.slow(Mailboxes.TestCase)

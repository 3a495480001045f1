"""A mailbox for Ada, one for Bruno on the same server, and a running Pennant Mail."""

import pytest

from mock_platform.kit import get_service


def message(number, folder, sender, subject, **values):
    return {
        "id": number,
        "user_id": 1,
        "folder_id": folder,
        "thread": f"t{number}",
        "ref": f"r{number}",
        "sender": sender,
        "sender_name": sender.split("@")[0].replace(".", " ").title(),
        "subject": subject,
        "body": f"Text of {subject}.",
        "sent_at": f"-{number}d 09:30",
        "unread": True,
    } | values


SEED = {
    "users": [
        {"id": 1, "email": "ada@pennant.example", "name": "Ada Quill", "password": "plum"},
        {"id": 2, "email": "bruno@pennant.example", "name": "Bruno Vance", "password": "fig"},
    ],
    "folders": [
        {"id": 1, "user_id": 1, "name": "Inbox", "kind": "inbox"},
        {"id": 2, "user_id": 1, "name": "Sent", "kind": "sent"},
        {"id": 3, "user_id": 1, "name": "Drafts", "kind": "drafts"},
        {"id": 4, "user_id": 1, "name": "Archive", "kind": "archive"},
        {"id": 5, "user_id": 1, "name": "Trash", "kind": "trash"},
        {"id": 6, "user_id": 1, "name": "Holidays 50% off"},
        {"id": 7, "user_id": 2, "name": "Inbox", "kind": "inbox"},
    ],
    "messages": [
        message(1, 1, "mira.falk@calder-works.example", "Figures for the board"),
        message(2, 1, "bruno@pennant.example", "Lunch", thread="lunch", unread=False),
        message(3, 2, "ada@pennant.example", "Re: Lunch", thread="lunch", in_reply_to="r2"),
        message(4, 4, "mira.falk@calder-works.example", "Old figures 100%", body="See _draft_."),
        message(5, 6, "tours@fairway.example", "Your booking", flagged=True),
        message(6, 7, "ada@pennant.example", "Only Bruno's", user_id=2),
    ],
    "recipients": [
        {"id": 1, "message_id": 1, "kind": "to", "address": "ada@pennant.example"},
        {"id": 2, "message_id": 1, "kind": "to", "address": "bruno@pennant.example"},
        {"id": 3, "message_id": 1, "kind": "cc", "address": "finance@calder-works.example"},
        {"id": 4, "message_id": 2, "kind": "to", "address": "ada@pennant.example"},
        {"id": 5, "message_id": 3, "kind": "to", "address": "bruno@pennant.example"},
    ],
    "attachments": [
        {"id": 1, "message_id": 1, "filename": "figures.csv", "content": "a,b\n1,2\n"},
        {"id": 2, "message_id": 6, "filename": "secret.txt", "content": "for Bruno"},
    ],
    "contacts": [
        {"id": 1, "user_id": 1, "name": "Mira Falk", "email": "mira.falk@calder-works.example"},
        {"id": 2, "user_id": 2, "name": "Zoran Sato", "email": "zoran@inkwell.example"},
    ],
}


@pytest.fixture
def live(share):
    return share(get_service("email"), SEED).reset()


@pytest.fixture
def ada(live):
    return live.login("ada@pennant.example", "plum")


@pytest.fixture
def bruno(live):
    return live.login("bruno@pennant.example", "fig")

"""A person's main jobs in the mailbox, through the pages alone."""

import pytest
from browsing import WIDTHS, browsing

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("width", WIDTHS)
def test_find_a_mail_answer_all_and_file_it(live, ada, width):
    with browsing(str(live.http.base_url), width) as page:
        page.get_by_label("E-mail address").fill("ada@pennant.example")
        page.get_by_label("Password").fill("plum")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("searchbox", name="Search mail").fill("board")
        page.get_by_role("button", name="Search", exact=True).first.click()
        page.get_by_role("link", name="Figures for the board").click()
        page.get_by_role("link", name="Reply all").first.click()
        page.get_by_label("Message").fill("They are fine.")
        page.get_by_role("button", name="Send reply").click()
        page.get_by_text("Reply sent.").wait_for()
        page.get_by_role("button", name="Archive").first.click()
        page.get_by_text("1 message archived.").wait_for()
    sent = ada.get("/api/folders/sent/messages").json()["items"][0]
    assert sent["subject"] == "Re: Figures for the board"
    archived = ada.get("/api/folders/archive/messages").json()["items"]
    assert "Figures for the board" in [m["subject"] for m in archived]

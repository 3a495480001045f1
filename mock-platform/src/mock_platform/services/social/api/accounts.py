"""Accounts, their members, followers and blocks, and what they are told."""

from pydantic import BaseModel, Field

from mock_platform.kit.paging import PageNumber, PageOf, PageSize
from mock_platform.kit.routing import DB
from mock_platform.services.social import operations as ops
from mock_platform.services.social.api.router import Me, router
from mock_platform.services.social.api.shapes import (
    AccountOut,
    FollowOut,
    ManagedOut,
    MemberOut,
    NotificationOut,
    ProfileOut,
    RequestOut,
)
from mock_platform.services.social.policy import Role


class Chosen(BaseModel):
    account_id: int


class NewMember(BaseModel):
    email: str = Field(max_length=200)
    role: Role


class NewRole(BaseModel):
    role: Role


@router.get("/my/accounts", tags=["accounts"])
def list_my_accounts(db: DB, me: Me) -> list[ManagedOut]:
    """The accounts that one manages."""
    acting = ops.acting_id(db, me)
    return [
        ManagedOut(
            **m.account.model_dump(), role=m.role, unread=m.unread, acting=m.account.id == acting
        )
        for m in ops.list_my_accounts(db, me)
    ]


@router.put("/my/account", tags=["accounts"])
def switch_account(db: DB, me: Me, body: Chosen) -> ProfileOut:
    """Act as this account from now on: read, like, comment and follow as it."""
    ops.switch_account(db, me, body.account_id)
    return _profile(db, me, body.account_id)


@router.post("/accounts", tags=["accounts"], status_code=201)
def create_account(db: DB, me: Me, body: ops.NewAccount) -> ProfileOut:
    return _profile(db, me, ops.create_account(db, me, body).id or 0)


@router.get("/accounts/{account_id}", tags=["accounts"])
def view_account(db: DB, me: Me, account_id: int) -> ProfileOut:
    return _profile(db, me, account_id)


@router.put("/accounts/{account_id}", tags=["accounts"])
def edit_account(db: DB, me: Me, account_id: int, body: ops.Settings) -> ProfileOut:
    return _profile(db, me, ops.edit_account(db, me, account_id, body).id or 0)


@router.get("/accounts/{account_id}/members", tags=["accounts"])
def list_members(db: DB, me: Me, account_id: int) -> list[MemberOut]:
    found = ops.list_members(db, me, account_id)
    return [
        MemberOut(user_id=m.user_id, name=u.name, email=u.email, role=m.role, since=m.since)
        for m, u in found
    ]


@router.post("/accounts/{account_id}/members", tags=["accounts"], status_code=201)
def add_member(db: DB, me: Me, account_id: int, body: NewMember) -> list[MemberOut]:
    ops.add_member(db, me, account_id, body.email, body.role)
    return list_members(db, me, account_id)


@router.put("/accounts/{account_id}/members/{user_id}", tags=["accounts"])
def change_role(db: DB, me: Me, account_id: int, user_id: int, body: NewRole) -> list[MemberOut]:
    ops.change_role(db, me, account_id, user_id, body.role)
    return list_members(db, me, account_id)


@router.delete("/accounts/{account_id}/members/{user_id}", tags=["accounts"], status_code=204)
def remove_member(db: DB, me: Me, account_id: int, user_id: int) -> None:
    ops.remove_member(db, me, account_id, user_id)


@router.put("/accounts/{account_id}/follow", tags=["follows"])
def follow_account(db: DB, me: Me, account_id: int) -> FollowOut:
    """A private account is asked."""
    return FollowOut(**ops.follow_account(db, me, account_id).model_dump())


@router.delete("/accounts/{account_id}/follow", tags=["follows"], status_code=204)
def unfollow_account(db: DB, me: Me, account_id: int) -> None:
    """Also takes a request back."""
    ops.unfollow_account(db, me, account_id)


@router.get("/accounts/{account_id}/followers", tags=["follows"])
def list_followers(
    db: DB, me: Me, account_id: int, page: PageNumber = 1, size: PageSize = 50
) -> PageOf[AccountOut]:
    found = ops.list_followers(db, me, account_id, page, size)
    return PageOf[AccountOut].of(found, [AccountOut.of(account) for account in found.items])


@router.get("/accounts/{account_id}/following", tags=["follows"])
def list_following(
    db: DB, me: Me, account_id: int, page: PageNumber = 1, size: PageSize = 50
) -> PageOf[AccountOut]:
    found = ops.list_following(db, me, account_id, page, size)
    return PageOf[AccountOut].of(found, [AccountOut.of(account) for account in found.items])


@router.delete("/accounts/{account_id}/followers/{follower_id}", tags=["follows"], status_code=204)
def remove_follower(db: DB, me: Me, account_id: int, follower_id: int) -> None:
    ops.remove_follower(db, me, account_id, follower_id)


@router.get("/accounts/{account_id}/requests", tags=["follows"])
def list_requests(
    db: DB, me: Me, account_id: int, page: PageNumber = 1, size: PageSize = 50
) -> PageOf[RequestOut]:
    """Who asks to follow an account of one's own."""
    found = ops.list_requests(db, me, account_id, page, size)
    items = [RequestOut(account=AccountOut.of(a), asked_at=f.asked_at) for f, a in found.items]
    return PageOf[RequestOut].of(found, items)


@router.post("/accounts/{account_id}/requests/{follower_id}/accept", tags=["follows"])
def accept_request(db: DB, me: Me, account_id: int, follower_id: int) -> FollowOut:
    return FollowOut(**ops.accept_request(db, me, account_id, follower_id).model_dump())


@router.post("/accounts/{account_id}/requests/{follower_id}/decline", tags=["follows"])
def decline_request(db: DB, me: Me, account_id: int, follower_id: int) -> FollowOut:
    return FollowOut(**ops.decline_request(db, me, account_id, follower_id).model_dump())


@router.get("/accounts/{account_id}/blocks", tags=["follows"])
def list_blocks(db: DB, me: Me, account_id: int) -> list[AccountOut]:
    return [AccountOut.of(account) for account in ops.list_blocks(db, me, account_id)]


@router.put("/accounts/{account_id}/blocks/{blocked_id}", tags=["follows"], status_code=204)
def block_account(db: DB, me: Me, account_id: int, blocked_id: int) -> None:
    ops.block_account(db, me, account_id, blocked_id)


@router.delete("/accounts/{account_id}/blocks/{blocked_id}", tags=["follows"], status_code=204)
def unblock_account(db: DB, me: Me, account_id: int, blocked_id: int) -> None:
    ops.unblock_account(db, me, account_id, blocked_id)


@router.get("/accounts/{account_id}/notifications", tags=["notifications"])
def list_notifications(
    db: DB,
    me: Me,
    account_id: int,
    unread: bool = False,
    page: PageNumber = 1,
    size: PageSize = 30,
) -> PageOf[NotificationOut]:
    """What an account of one's own is told, newest first."""
    found = ops.list_notifications(db, me, account_id, unread, page, size)
    return PageOf[NotificationOut].of(found, [NotificationOut.of(n, a) for n, a in found.items])


@router.post("/accounts/{account_id}/notifications/read", tags=["notifications"], status_code=204)
def mark_notifications_read(db: DB, me: Me, account_id: int) -> None:
    ops.mark_notifications_read(db, me, account_id)


def _profile(db: DB, me: Me, account_id: int) -> ProfileOut:
    return ProfileOut.seen(ops.view_account(db, me, account_id))

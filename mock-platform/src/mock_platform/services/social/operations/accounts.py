"""Profiles, and who manages them."""

import re
from dataclasses import dataclass

from pydantic import BaseModel, Field
from sqlmodel import Session, col, func, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.social.models import Account, Block, Follow, Member, User
from mock_platform.services.social.models.graph import FollowState
from mock_platform.services.social.models.people import AccountKind, CommentMode
from mock_platform.services.social.operations import access, graph, notices
from mock_platform.services.social.policy import Right, Role

_HANDLE = re.compile(r"[a-z][a-z0-9_]{1,29}")


class Settings(BaseModel):
    """`comment_mode`: which comments wait for approval."""

    name: str = Field(min_length=1, max_length=60)
    bio: str = Field(default="", max_length=240)
    website: str = Field(default="", max_length=200, pattern=r"^(https?://\S+)?$")
    private: bool = False
    comment_mode: CommentMode = "new_held"


class NewAccount(Settings):
    handle: str = Field(min_length=2, max_length=30)
    kind: AccountKind = "person"


@dataclass(frozen=True)
class Profile:
    """An account as the user sees it; `follow` is how the account they act as stands to it."""

    account: Account
    followers: int
    following: int
    follow: FollowState | None
    blocked: bool
    role: Role | None


@dataclass(frozen=True)
class Managed:
    """An account of the user's."""

    account: Account
    role: Role
    unread: int


@operation
def list_my_accounts(db: Session, user: User) -> list[Managed]:
    """The accounts that the user is a member of, by handle."""
    mine = select(Account, Member).join(Member).where(Member.user_id == user.id)
    rows = db.exec(mine.order_by(col(Account.handle))).all()
    unread = notices.unread_counts(db, [m.account_id for _, m in rows])
    return [Managed(a, m.role, unread.get(m.account_id, 0)) for a, m in rows]


@operation
def view_account(db: Session, user: User, account_id: int) -> Profile:
    return _profile(db, user, access.seen_account(db, user, account_id))


def find_account(db: Session, user: User, handle: str) -> Profile:
    """By handle; NotFound if it is not there for the user."""
    found = db.exec(select(Account).where(Account.handle == handle.lower())).first()
    if found is None:
        raise NotFound(access.NO_ACCOUNT)
    return view_account(db, user, access.id_of(found))


@operation
def create_account(db: Session, user: User, account: NewAccount) -> Account:
    """Its maker owns it and acts as it from then on."""
    handle = account.handle.strip().lower().removeprefix("@")
    if not _HANDLE.fullmatch(handle):
        message = "A handle has 2 to 30 small letters, digits and _, a letter first."
        raise Invalid(message, fields={"handle": message})
    if db.exec(select(Account).where(Account.handle == handle)).first():
        raise Refused(f"The handle {handle} is taken.")
    values = account.model_dump() | {"handle": handle, "name": _name(account), "created_at": now()}
    made = Account(**values)
    db.add(made)
    db.flush()
    number = access.id_of(made)
    db.add(Member(account_id=number, user_id=access.id_of(user), role="owner", since=now()))
    user.acting_as = number
    db.flush()
    return made


@operation
def edit_account(db: Session, user: User, account_id: int, settings: Settings) -> Account:
    """Change the profile; an account that is no longer private accepts whoever has asked."""
    account = access.managed_account(db, user, account_id, "settings")
    opened = account.private and not settings.private
    for name, value in (settings.model_dump() | {"name": _name(settings)}).items():
        if name in Settings.model_fields:
            setattr(account, name, value)
    if opened:
        waiting = select(Follow).where(
            Follow.followed_id == account_id, col(Follow.state) == "requested"
        )
        for follow in db.exec(waiting).all():
            follow.state, follow.decided_at = "accepted", now()
            notices.tell(db, follow.follower_id, "accepted", account_id)
    db.flush()
    return account


@operation
def switch_account(db: Session, user: User, account_id: int) -> Account:
    """Act as another of one's accounts: read, like, comment and follow as it."""
    account = access.managed_account(db, user, account_id)
    user.acting_as = account_id
    db.flush()
    return account


@operation
def list_members(db: Session, user: User, account_id: int) -> list[tuple[Member, User]]:
    access.managed_account(db, user, account_id)
    rows = select(Member, User).join(User).where(Member.account_id == account_id)
    return [(m, person) for m, person in db.exec(rows.order_by(col(User.name)).limit(500))]


@operation
def add_member(db: Session, user: User, account_id: int, email: str, role: Role) -> Member:
    """Let somebody who uses Plaza help with an account."""
    access.managed_account(db, user, account_id, "settings")
    person = db.exec(select(User).where(User.email == email.strip().lower())).first()
    if person is None:
        message = "Nobody on Plaza has this e-mail address."
        raise Invalid(message, fields={"email": message})
    if access.membership(db, person, account_id):
        raise Refused(f"{person.name} is a member already.")
    member = Member(account_id=account_id, user_id=access.id_of(person), role=role, since=now())
    db.add(member)
    db.flush()
    return member


@operation
def change_role(db: Session, user: User, account_id: int, user_id: int, role: Role) -> Member:
    access.managed_account(db, user, account_id, "settings")
    member = _member(db, account_id, user_id)
    if role != "owner":
        _keep_an_owner(db, member)
    member.role = role
    db.flush()
    return member


@operation
def remove_member(db: Session, user: User, account_id: int, user_id: int) -> None:
    """Owners remove anybody; everybody may leave. An account keeps an owner."""
    right: Right = "view" if user_id == user.id else "settings"
    access.managed_account(db, user, account_id, right)
    member = _member(db, account_id, user_id)
    _keep_an_owner(db, member)
    person = db.get_one(User, user_id)
    if person.acting_as == account_id:
        person.acting_as = None
    db.delete(member)
    db.flush()


def _name(settings: Settings) -> str:
    name = settings.name.strip()
    if not name:
        raise Invalid("An account has a name.", fields={"name": "missing"})
    return name


def _member(db: Session, account_id: int, user_id: int) -> Member:
    member = db.get(Member, (account_id, user_id))
    if member is None:
        raise NotFound("There is no such member.")
    return member


def _keep_an_owner(db: Session, member: Member) -> None:
    owners = select(func.count()).where(
        Member.account_id == member.account_id, col(Member.role) == "owner"
    )
    if member.role == "owner" and db.exec(owners).one() == 1:
        raise Refused("An account keeps at least one owner.")


def _profile(db: Session, user: User, account: Account) -> Profile:
    number, me = access.id_of(account), access.acting_id(db, user)
    accepted = select(func.count()).where(col(Follow.state) == "accepted")
    follow = graph.find(db, me, number)
    declined = follow is None or follow.state == "declined"
    member = access.membership(db, user, number)
    return Profile(
        account,
        followers=db.exec(accepted.where(Follow.followed_id == number)).one(),
        following=db.exec(accepted.where(Follow.follower_id == number)).one(),
        follow=None if declined or follow is None else follow.state,
        blocked=me is not None and db.get(Block, (me, number)) is not None,
        role=None if member is None else member.role,
    )

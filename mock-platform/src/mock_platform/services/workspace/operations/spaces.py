"""Spaces and who is in them."""

from sqlmodel import Session, col, func, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.clock import now
from mock_platform.kit.operation import operation
from mock_platform.services.workspace.models import Grant, Member, Page, Space, User
from mock_platform.services.workspace.operations import access
from mock_platform.services.workspace.policy import Role


@operation
def list_spaces(db: Session, user: User) -> list[tuple[Space, Role, int]]:
    """The user's spaces by name, with their role and the number of pages."""
    pages = dict(
        db.exec(
            select(Page.space_id, func.count())
            .where(col(Page.deleted_at).is_(None), *access.visible_pages(user))
            .group_by(col(Page.space_id))
        ).all()
    )
    joined = select(Space, Member).join(Member).where(Member.user_id == user.id)
    found = db.exec(joined.order_by(col(Space.name)))
    return [(space, member.role, pages.get(space.id or 0, 0)) for space, member in found]


@operation
def create_space(db: Session, user: User, name: str) -> Space:
    """Whoever makes a space is its first admin."""
    name = name.strip()
    if not 1 <= len(name) <= 80:
        raise Invalid("A space needs a name of 1 to 80 characters.", fields={"name": "wrong"})
    if db.exec(select(Space).where(Space.name == name)).first():
        raise Refused("There is a space of that name already.")
    space = Space(name=name, created_at=now())
    db.add(space)
    db.flush()
    db.add(Member(space_id=access.id_of(space), user_id=access.id_of(user), role="admin"))
    db.flush()
    return space


@operation
def list_members(db: Session, user: User, space_id: int) -> list[tuple[User, Role]]:
    access.seen_space(db, user, space_id)
    joined = select(User, Member).join(Member).where(Member.space_id == space_id)
    return [(who, member.role) for who, member in db.exec(joined.order_by(col(User.name)))]


@operation
def set_member(db: Session, user: User, space_id: int, email: str, role: Role) -> Member:
    """Take somebody into a space, or change what they may do there."""
    access.need(db, user, space_id, "admin")
    other = db.exec(select(User).where(User.email == email.strip().lower())).first()
    if other is None:
        raise Invalid("Nobody has an account with that address.", fields={"email": "unknown"})
    member = db.get(Member, (space_id, other.id))
    if member is None:
        member = Member(space_id=space_id, user_id=access.id_of(other), role=role)
    elif member.role == "admin" and role != "admin":
        _keep_an_admin(db, space_id, access.id_of(other))
    member.role = role
    db.add(member)
    db.flush()
    return member


@operation
def remove_member(db: Session, user: User, space_id: int, user_id: int) -> None:
    """Put somebody out of a space; anybody may leave."""
    if user_id != user.id:
        access.need(db, user, space_id, "admin")
    access.seen_space(db, user, space_id)
    member = db.get(Member, (space_id, user_id))
    if member is None:
        raise NotFound("They are not in this space.")
    if member.role == "admin":
        _keep_an_admin(db, space_id, user_id)
    shared = select(Grant).join(Page).where(Page.space_id == space_id, Grant.user_id == user_id)
    for grant in db.exec(shared):
        db.delete(grant)
    db.delete(member)


def _keep_an_admin(db: Session, space_id: int, user_id: int) -> None:
    others = select(Member).where(
        Member.space_id == space_id, Member.role == "admin", Member.user_id != user_id
    )
    if db.exec(others).first() is None:
        raise Refused("A space needs an admin; make somebody else one first.")

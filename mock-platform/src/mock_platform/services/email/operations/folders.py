"""Folders of a mailbox."""

from sqlalchemy import Integer, cast, func
from sqlmodel import Session, col, select

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.operation import operation
from mock_platform.services.email.models import Folder, FolderKind, Message, User


def folder_of(db: Session, user: User, name: str) -> Folder:
    """A user's folder by name or kind, whatever the case; NotFound."""
    wanted = name.strip().lower()
    for folder in db.exec(select(Folder).where(Folder.user_id == user.id).order_by(col(Folder.id))):
        if wanted in (folder.name.lower(), folder.kind if folder.kind != "custom" else None):
            return folder
    raise NotFound(f"There is no folder {name!r}.")


def special(db: Session, user_id: int, kind: FolderKind) -> Folder:
    """The mailbox's own inbox, sent, …; made where it is missing."""
    found = db.exec(select(Folder).where(Folder.user_id == user_id, Folder.kind == kind)).first()
    if found is None:
        found = Folder(user_id=user_id, name=kind.capitalize(), kind=kind)
        db.add(found)
        db.flush()
    return found


@operation
def list_folders(db: Session, user: User) -> list[tuple[Folder, int, int]]:
    """Every folder with the number of its messages and of its unread ones."""
    unread = func.coalesce(func.sum(cast(Message.unread, Integer)), 0)
    rows = db.exec(
        select(Folder, func.count(col(Message.id)), unread)
        .join(Message, col(Message.folder_id) == Folder.id, isouter=True)
        .where(Folder.user_id == user.id)
        .group_by(col(Folder.id))
        .order_by(col(Folder.id))
    ).all()
    return [(folder, total, int(new)) for folder, total, new in rows]


@operation
def create_folder(db: Session, user: User, name: str) -> Folder:
    folder = Folder(user_id=id_of(user), name=_free_name(db, user, name))
    db.add(folder)
    db.flush()
    return folder


@operation
def rename_folder(db: Session, user: User, folder_id: int, name: str) -> Folder:
    folder = _own(db, user, folder_id)
    folder.name = _free_name(db, user, name, folder_id)
    return folder


@operation
def delete_folder(db: Session, user: User, folder_id: int) -> None:
    folder = _own(db, user, folder_id)
    if db.exec(select(Message.id).where(Message.folder_id == folder.id)).first() is not None:
        raise Refused("The folder is not empty. Move its messages first.")
    db.delete(folder)


def _own(db: Session, user: User, folder_id: int) -> Folder:
    folder = db.get(Folder, folder_id)
    if folder is None or folder.user_id != user.id:
        raise NotFound("There is no such folder.")
    if folder.kind != "custom":
        raise Refused(f"The folder {folder.name} belongs to the mailbox and stays.")
    return folder


def _free_name(db: Session, user: User, name: str, folder_id: int | None = None) -> str:
    name = " ".join(name.split())
    if not name or len(name) > 60 or not name.isprintable():
        raise Invalid("A folder needs a name of 1 to 60 characters.", fields={"name": "1 to 60"})
    if set(name) & set("/\\") or not name.strip("."):
        raise Invalid("A folder's name has no slashes.", fields={"name": "without slashes"})
    for folder in db.exec(select(Folder).where(Folder.user_id == user.id)):
        if name.lower() in (folder.name.lower(), folder.kind) and folder.id != folder_id:
            raise Invalid("There is a folder of that name.", fields={"name": "taken"})
    return name


def id_of(user: User) -> int:
    """The id of a stored user."""
    assert user.id is not None
    return user.id

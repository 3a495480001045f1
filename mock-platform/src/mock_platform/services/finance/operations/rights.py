"""Who may do what: roles, approval limits, four eyes."""

from decimal import Decimal

from mock_platform.kit import Forbidden, Refused
from mock_platform.services.finance.models import User
from mock_platform.services.finance.policy import APPROVAL_LIMITS, OWN_POSTING_LIMIT, Role


def require(user: User, *roles: Role) -> None:
    """Forbidden to anybody of another role."""
    if user.role not in roles:
        raise Forbidden(f"Only for the role {' or '.join(roles)}; yours is {user.role}.")


def within_limit(user: User, amount: Decimal) -> bool:
    """Whether the user's role may approve that much."""
    limit = APPROVAL_LIMITS[user.role]
    return limit is None or amount <= limit


def check_limit(user: User, amount: Decimal) -> None:
    """Refused above what the user's role may approve."""
    if not within_limit(user, amount):
        limit = APPROVAL_LIMITS[user.role]
        said = f"up to {limit}" if limit else "nothing"
        raise Refused(f"{amount} is above your approval limit: role {user.role} approves {said}.")


def check_approval(user: User, entered_by: int, amount: Decimal) -> None:
    """Refused to whoever entered it, and above the user's limit."""
    if user.key == entered_by:
        raise Refused("Nobody approves what they entered: somebody else has to.")
    check_limit(user, amount)


def check_posting(user: User, entered_by: int, amount: Decimal) -> None:
    """As `check_approval`, but small amounts may be posted by whoever entered them."""
    if amount > OWN_POSTING_LIMIT or user.key != entered_by:
        check_approval(user, entered_by, amount)


def may_approve(user: User, entered_by: int, amount: Decimal) -> bool:
    return user.key != entered_by and within_limit(user, amount)

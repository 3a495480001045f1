"""The policies in words, made from the numbers of `policy`: the page prints nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass

from mock_platform.kit.pages import money
from mock_platform.services.health import policy
from mock_platform.services.health.operations.safety import RULES


@dataclass(frozen=True)
class Section:
    """A part of the policies; `rows` are a table whose first row is its head."""

    slug: str
    title: str
    paragraphs: Sequence[str]
    rows: Sequence[Sequence[str]] = ()


def sections() -> list[Section]:
    """All policies."""
    return [
        _access(),
        _measurements(),
        _medicines(),
        _intakes(),
        _booking(),
        _cancelling(),
        _waiting(),
        _referrals(),
        _prescriptions(),
        _insurance(),
        _claims(),
        _messages(),
    ]


def _access() -> Section:
    return Section(
        "access",
        "Who may see a record",
        [
            (
                "You see your own record, and those that somebody gave you access to. Access "
                "always lets one look; entering, booking, ordering and writing are rights of "
                "their own."
            ),
            (
                f"A parent's access ends on the child's {policy.ADULT_AT}th birthday. A carer's "
                f"access can be taken away at any time; at most {policy.MOST_LINKS} people can "
                "have access."
            ),
            (
                "Providers see the records of those whose practice they are or who have an "
                "appointment with them that is not cancelled. They do not see insurance."
            ),
            (
                "The access log shows when somebody other than the person looked at a part of "
                f"the record or changed it; within {policy.LOG_MINUTES} minutes that is one line."
            ),
            "All times and days are UTC.",
        ],
    )


def _measurements() -> Section:
    rows = [("Kind", "Unit", "Other units", "Plausible", "Not marked")]
    for measure in policy.MEASURES.values():
        plausible = f"{measure.low:f} to {measure.high:f}"
        normal = f"{measure.normal[0]:f} to {measure.normal[1]:f}" if measure.normal else "all"
        if measure.second:
            low, high, _, normal_high = measure.second
            plausible += f" over {low:f} to {high:f}"
            normal += f" over up to {normal_high:f}"
        others = ", ".join(name for name, _, _ in measure.units) or "–"
        rows.append((measure.title, measure.unit, others, plausible, normal))
    return Section(
        "measurements",
        "Measurements",
        [
            (
                "Implausible values are refused. Values in other units are converted and "
                "rounded. Values outside your target are marked; without a target, those "
                "outside the portal's own range. The ranges are settings of this portal and no "
                "medical advice."
            ),
            (
                "Averages are of all values of a week (from Monday) or month; steps are added "
                "up by day first."
            ),
            (
                f"A measurement can be up to {policy.OLDEST_YEARS} years old. Who entered it can "
                f"delete it for {policy.CORRECTION_HOURS} hours."
            ),
        ],
        rows,
    )


def _medicines() -> Section:
    said = {
        "refused": "the medicine cannot be added; only those who treat you can",
        "acknowledge": "it can be added once the warning is acknowledged",
        "note": "it is shown, nothing more",
    }
    rows = [("What speaks against it", "What follows")]
    for severity, rule in reversed(RULES.items()):
        rows.append((f"{severity.capitalize()} interaction", said[rule]))
    rows += [
        ("Allergy to the substance", said["refused"]),
        ("Allergy to the group", said["acknowledge"]),
        ("The same substance is taken already", said["acknowledge"]),
    ]
    return Section(
        "medicines",
        "Adding medicines",
        [
            (
                "A medicine is checked against what is on the list, paused or not, and against "
                "active allergies. Medicines that need a prescription can be added with a valid "
                "one."
            ),
            (
                f"A medicine is taken at up to {policy.MOST_TIMES} times of day. What is taken "
                "as needed has a daily maximum. A changed schedule counts for all days that are "
                "shown."
            ),
            (
                f"A refill is due {policy.REFILL_DAYS} days before the first dose for which the "
                "stock is too small."
            ),
        ],
        rows,
    )


def _intakes() -> Section:
    return Section(
        "intakes",
        "Recording intakes",
        [
            (
                f"A dose can be recorded from {policy.EARLY_MINUTES} minutes before it is due "
                f"until {policy.INTAKE_DAYS} days after; more than {policy.LATE_MINUTES} minutes "
                "after the time due it counts as late."
            ),
            (
                "What is taken reduces the stock; what is skipped does not. Above the daily "
                "maximum, or too soon after another intake, nothing can be recorded."
            ),
            (
                f"An intake can be undone for {policy.INTAKE_DAYS} days; what it took from the "
                "stock goes back there."
            ),
        ],
    )


def _booking() -> Section:
    rows = [("Speciality", "Referral", "Visits")]
    for field in policy.SPECIALITIES.values():
        kinds = (f"{policy.KINDS[kind][0]} ({policy.KINDS[kind][1]} min)" for kind in field.kinds)
        rows.append((field.title, "needed" if field.referral else "not needed", ", ".join(kinds)))
    return Section(
        "booking",
        "Booking appointments",
        [
            (
                f"Appointments are booked from {policy.BOOKING_HOURS} hours to "
                f"{policy.BOOKING_DAYS} days ahead; one can have {policy.MOST_APPOINTMENTS} "
                "ahead, and one a day with the same provider. The slot must be long enough for "
                "the visit."
            ),
            f"With open fees of {money(policy.OPEN_FEES)} or more nothing can be booked.",
        ],
        rows,
    )


def _cancelling() -> Section:
    return Section(
        "cancelling",
        "Cancelling and moving",
        [
            (
                f"Cancelling is free until {policy.CANCEL_HOURS} hours before the appointment; "
                f"after that it costs {money(policy.CANCEL_FEE)}. A missed appointment costs "
                f"{money(policy.MISSED_FEE)}."
            ),
            (
                f"An appointment can be moved {policy.MOST_MOVES} times, free of charge, until "
                f"{policy.CANCEL_HOURS} hours before it, within its speciality."
            ),
            "If the provider calls it off, it costs nothing.",
        ],
    )


def _waiting() -> Section:
    return Section(
        "waiting-list",
        "Waiting list",
        [
            (
                "One can wait for an appointment while none is free that fits, for up to "
                f"{policy.MOST_WAITING} at a time. A slot that becomes free is offered to "
                f"whoever joined first and kept for {policy.OFFER_HOURS} hours, but no longer "
                f"than until {policy.BOOKING_HOURS} hours before it."
            ),
            "Who declines or does not answer keeps their place; the slot goes to the next.",
        ],
    )


def _referrals() -> Section:
    return Section(
        "referrals",
        "Referrals",
        [
            (
                f"A referral is valid for {policy.REFERRAL_DAYS} days and for a number of "
                "visits; it must be valid on the day of the appointment. A cancelled "
                "appointment gives its visit back, a missed one does not."
            ),
            "Where none is named, the valid one that ends first is used.",
        ],
    )


def _prescriptions() -> Section:
    return Section(
        "prescriptions",
        "Prescriptions",
        [
            (
                f"A prescription is valid for {policy.VALID_DAYS} days: for its first supply and "
                f"the repeats. The next supply can be collected {policy.EARLY_REPEAT_DAYS} days "
                "before the last one is used up."
            ),
            (
                f"A renewal can be requested when no supply is left, or from {policy.RENEW_DAYS} "
                f"days before the end until {policy.RENEW_LATE_DAYS} days after it. It needs a "
                f"completed visit to the prescriber within {policy.REVIEW_DAYS} days."
            ),
            "A renewal that is approved is a new prescription with the same repeats.",
        ],
    )


def _insurance() -> Section:
    return Section(
        "insurance",
        "What insurance pays",
        [
            (
                "Of a bill, what is above the plan's tariff is yours. Of the rest you pay the "
                "deductible that is left in the cover year, unless the category is free of it; "
                "then the co-payment: a percentage of what remains, rounded half up to cents, "
                "at least the minimum, at most what remains. Deductible and co-payments "
                "together end at the yearly maximum. What is above the tariff does not count "
                "towards it."
            ),
            (
                "A cover year begins on the day the cover starts and on its anniversaries. The "
                "day of the service decides; claims in review, approved and paid count."
            ),
        ],
    )


def _claims() -> Section:
    return Section(
        "claims",
        "Claims and pre-authorisation",
        [
            (
                f"A claim needs an invoice and is submitted within {policy.CLAIM_DAYS} days of "
                f"the service. Bills of {money(policy.REVIEW_FROM)} or more are reviewed by a "
                "person; all others are approved or rejected at once. A service is claimed "
                "once, and so is its invoice."
            ),
            (
                "Where a plan asks for pre-authorisation, the claim must name one that was "
                f"valid on the day. Estimates up to {money(policy.PREAUTH_AUTO)} with a valid "
                f"referral are authorised at once, for {policy.PREAUTH_DAYS} days; others are "
                "decided by a person."
            ),
        ],
    )


def _messages() -> Section:
    return Section(
        "messages",
        "Messages and documents",
        [
            (
                f"The practice answers within {policy.REPLY_DAYS} working days. A conversation "
                f"can be answered for {policy.CLOSE_DAYS} days after its last message, unless it "
                "is closed. One can write to general practice and nurses, and to those one has "
                "an appointment with."
            ),
            (
                f"A document has up to {policy.LARGEST_DOCUMENT // 1_000_000} MB; a record holds "
                f"{policy.MOST_DOCUMENTS}. Who added one can remove it while nothing refers to "
                "it."
            ),
        ],
    )

"""The airline's terms in words, made from the numbers of `policy`: its pages print nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from mock_platform.kit.pages import money
from mock_platform.services.airline import policy


@dataclass(frozen=True)
class Section:
    """A part of the terms; `rows` are a table whose first row is its head."""

    slug: str
    title: str
    paragraphs: Sequence[str]
    rows: Sequence[Sequence[str]] = ()


@dataclass(frozen=True)
class Question:
    question: str
    answer: str
    section: str


def sections() -> list[Section]:
    """All terms, in the order of a journey."""
    return [
        _fares(),
        _passengers(),
        _grace(),
        _changes(),
        _seats(),
        _baggage(),
        _check_in(),
        _disruptions(),
        _compensation(),
        _baggage_claims(),
        _miles(),
    ]


def _free(amount: Decimal) -> str:
    return money(amount) if amount else "free"


def _refunds(name: policy.FareName) -> str:
    steps = [
        f"{percent} % until {_span(hours)} before departure"
        for hours, percent in policy.FARES[name].refunds
    ]
    return ", ".join([*steps, "then nothing"]) if steps else "nothing"


def _span(hours: int) -> str:
    if hours > 48 and hours % 24 == 0:
        return f"{hours // 24} days"
    return f"{hours} hour{'s' if hours != 1 else ''}"


def _fares() -> Section:
    head = ("", *(fare.title for fare in policy.FARES.values()))
    fares = policy.FARES.values()
    names = {kind: title for kind, (title, _) in policy.SEAT_PRICES.items()}
    rows = [
        head,
        ("Price", *(f"{fare.percent} % of the basic price" for fare in fares)),
        ("Checked bags included", *(str(fare.bags) for fare in fares)),
        (
            "Seats included",
            *(", ".join(names[kind] for kind in fare.seats) or "none" for fare in fares),
        ),
        (
            "Change fee, for each passenger with a seat",
            *(_free(fare.change_fee) for fare in fares),
        ),
        ("Change possible until", *(f"{_span(fare.change_hours)} before" for fare in fares)),
        (
            "If the new flight is cheaper",
            *(
                "the difference is refunded" if fare.returns_difference else "nothing is refunded"
                for fare in fares
            ),
        ),
        ("Refund of the fare when you cancel", *(_refunds(name) for name in policy.FARES)),
        ("Miles", *(f"{fare.miles_percent} % of the distance" for fare in fares)),
    ]
    text = (
        f"Every fare includes {policy.CABIN_BAG}. A booking has one fare for everybody and for "
        f"all its flights. Flights are sold until {policy.SALES_CLOSE} minutes before departure."
    )
    return Section("fares", "Fares", [text], rows)


def _passengers() -> Section:
    return Section(
        "passengers",
        "Passengers and names",
        [
            (
                f"Adults are {policy.ADULT_FROM} or older on the day of the first departure; "
                f"children are {policy.CHILD_FROM} to {policy.ADULT_FROM - 1} and pay "
                f"{policy.CHILD_PERCENT} % of the fare; infants are younger than "
                f"{policy.CHILD_FROM}, sit on a lap and pay {policy.INFANT_PERCENT} %."
            ),
            (
                f"Somebody of {policy.ALONE_FROM} or older has to travel along, and each infant "
                f"needs one such person. A booking is for at most {policy.MOST_PASSENGERS} "
                "passengers with seats."
            ),
            (
                f"Spelling mistakes: up to {policy.NAME_LETTERS} letters of a passenger's name "
                "(first and last name together; added, left out or replaced) are corrected free of "
                f"charge, once for each passenger, until {policy.NAME_HOURS} hours before the next "
                "departure and before check-in. First and last name given the wrong way round may "
                "be swapped."
            ),
            "A ticket cannot be given to somebody else: cancel and book again.",
        ],
    )


def _grace() -> Section:
    return Section(
        "24-hour-rule",
        "The 24-hour rule",
        [
            (
                f"Within {policy.GRACE_HOURS} hours of booking you can cancel any fare and get "
                "back everything you paid, seats and bags too, if the booking was made at least "
                f"{policy.GRACE_NOTICE_DAYS} days before the first departure as it was booked then."
            ),
        ],
    )


def _changes() -> Section:
    return Section(
        "changes",
        "Changing and cancelling",
        [
            (
                "A change is for one direction, on the same route, before that direction has begun "
                "and while nobody is checked in for it. You pay the change fee of your fare for "
                "each passenger with a seat (infants pay none), and the difference if the new "
                "flight costs more at today's price. Seats chosen on the old flight are given up "
                "and not refunded."
            ),
            (
                "Cancelling is for the whole booking, before the first departure, and while nobody "
                "is checked in. The refund is a share of the fare (see the table of fares) and "
                "depends on the hours left before the first departure. Seats, extra bags and "
                "change fees are not refunded, unless the 24-hour rule or a disruption applies."
            ),
            "Refunds go to the card that paid. A refund is never more than was paid.",
            (
                "Award bookings (paid with miles) cannot be changed. Cancelled, they give miles "
                "back in the same share as the fare would give money."
            ),
        ],
    )


def _seats() -> Section:
    rows = [("Seat", "Price for each flight")] + [
        (title, money(price)) for title, price in policy.SEAT_PRICES.values()
    ]
    return Section(
        "seats",
        "Seats",
        [
            (
                f"Seats can be chosen and changed until {policy.CHECK_IN_CLOSES} minutes before "
                "departure, also after check-in. Kinds that your fare includes cost nothing. A "
                "dearer seat costs the difference; for a cheaper one nothing is refunded."
            ),
            (
                f"Extra legroom is at the exits: for passengers of {policy.ALONE_FROM} or older, "
                "and not in bookings with infants."
            ),
            "Without a choice you get a free standard seat at check-in.",
        ],
        rows,
    )


def _baggage() -> Section:
    words = ("First", "Second", "Third")
    rows = [("Extra bag of a passenger", "Price")] + [
        (words[place], money(price)) for place, price in enumerate(policy.BAG_PRICES)
    ]
    return Section(
        "baggage",
        "Baggage",
        [
            (
                f"A checked bag weighs up to {policy.BAG_KG} kg. Besides those that the fare "
                f"includes, each passenger with a seat can have {len(policy.BAG_PRICES)} extra "
                "bags. The price is for all flights of the booking."
            ),
            f"Bags can be added until {policy.BAG_HOURS} hours before the next departure.",
        ],
        rows,
    )


def _check_in() -> Section:
    return Section(
        "check-in",
        "Check-in and boarding",
        [
            (
                f"Check-in opens {policy.CHECK_IN_OPENS} hours and closes {policy.CHECK_IN_CLOSES} "
                "minutes before departure, flight by flight. If a flight is late, its new time "
                "counts."
            ),
            (
                "Children and infants are checked in together with an adult. A check-in can be "
                "undone while check-in is open; a booking cannot be changed or cancelled before "
                "that."
            ),
            (
                f"Boarding begins {policy.BOARDING} minutes before departure. Between two flights "
                f"there are at least {policy.MIN_CONNECTION} minutes and at most "
                f"{policy.MAX_CONNECTION // 60} hours."
            ),
        ],
    )


def _disruptions() -> Section:
    return Section(
        "disruptions",
        "Cancelled and late flights",
        [
            (
                f"If a flight is cancelled, {policy.REBOOK_DELAY} minutes late or more, or late so "
                "that you miss your connection, you can rebook that direction free of charge: to "
                f"any flights on the same route within {policy.REBOOK_DAYS} days before or after, "
                "whatever they cost. What you paid for seats on the disrupted flight is refunded."
            ),
            (
                f"If a flight is cancelled, {policy.REFUND_DELAY} minutes late or more, or a "
                "connection is missed, you can cancel instead and get back everything you paid; "
                "once the journey has begun, the fare and the seats of the flights not flown."
            ),
            (
                "What had been announced before you booked the flight, or changed to it, gives no "
                "such rights."
            ),
            (
                "Choose one or the other: rebooking as “change flight” costs the usual fee, so use "
                "“rebook free of charge”."
            ),
        ],
    )


def _compensation() -> Section:
    rows = [("Distance of the flight", "Delay at arrival, or cancelled", "For each passenger")]
    before = 0
    for furthest, delay, amount in policy.COMPENSATION:
        last = furthest == policy.COMPENSATION[-1][0]
        distance = f"over {before:,} km" if last else f"up to {furthest:,} km"
        rows.append((distance, f"{delay} minutes or more", money(amount)))
        before = furthest
    ours = ", ".join(policy.CAUSES[cause] for cause in policy.OUR_CAUSES)
    others = ", ".join(
        text for cause, text in policy.CAUSES.items() if cause not in policy.OUR_CAUSES
    )
    return Section(
        "compensation",
        "Compensation",
        [
            f"Compensation is due where the cause is ours: {ours}. None is due for {others}.",
            (
                "It is for each passenger with a seat, besides rebooking or refund. None is due "
                f"for a flight whose cancellation was announced {policy.NOTICE_DAYS} days before "
                "departure or earlier, nor for a flight that you had given up before it was "
                "announced, or that you booked or changed to afterwards."
            ),
            (
                f"Claims can be made for {policy.COMPENSATION_DAYS} days after the flight, for a "
                "late one once it has arrived. Add a boarding pass, then submit the claim. We "
                f"answer within {policy.ANSWER_DAYS} days."
            ),
        ],
        rows,
    )


def _baggage_claims() -> Section:
    rows = [("Claim", "When to make it", "Limit for each passenger", "Documents needed")]
    for term in policy.BAGGAGE.values():
        begin = f"from {term.first_day} days after arrival, " if term.first_day else ""
        needs = ", ".join(policy.DOCUMENTS[kind].lower() for kind in term.needs)
        last = f"{begin}until {term.last_day} days after arrival"
        rows.append((term.title, last, money(term.limit), needs))
    return Section(
        "baggage-claims",
        "Delayed, damaged and lost baggage",
        [
            (
                "For passengers who had checked baggage on the flight, once it has arrived. We "
                "refund what you ask for up to the limit. One claim of a kind for each passenger "
                "and flight."
            ),
            (
                f"Documents are files of up to {policy.LARGEST_DOCUMENT // 1_000_000} MB, at most "
                f"{policy.MOST_DOCUMENTS} for a claim. A claim is a draft until you submit it, and "
                "can be withdrawn until it is decided."
            ),
        ],
        rows,
    )


def _miles() -> Section:
    rows = [("Tier", "Miles flown in 365 days", "Bonus")] + [
        (name, f"from {least:,}", f"{bonus} %") for name, least, bonus in policy.TIERS
    ]
    return Section(
        "miles",
        "Northway Miles",
        [
            (
                "You earn miles for the flights that you fly yourself, under the name of your "
                "account: the distance in miles times the share of your fare, plus the bonus of "
                "your tier, rounded down for each flight. Award flights earn none."
            ),
            f"If miles are missing, claim them within {policy.MISSING_DAYS} days of the flight.",
            (
                f"Any fare can be paid with miles: {policy.MILES_PER_EURO} miles for each euro, "
                "each passenger's flight rounded up to full hundreds. Seats and bags are paid by "
                "card."
            ),
        ],
        rows,
    )


def questions() -> list[Question]:
    """What customers ask most, answered from the same numbers."""
    light, flex = policy.FARES["light"], policy.FARES["flex"]
    return [
        Question(
            "Can I change a Light booking?",
            f"Yes, until {light.change_hours} hours before departure, for "
            f"{money(light.change_fee)} for each passenger with a seat and the difference in fare.",
            "changes",
        ),
        Question(
            "What do I get back if I cancel?",
            f"In Light: {_refunds('light')}. In Flex: {_refunds('flex')}. In Premium: "
            f"{_refunds('premium')}. Within {policy.GRACE_HOURS} hours of booking often "
            "everything.",
            "24-hour-rule",
        ),
        Question(
            "How many bags may I take in Flex?",
            f"{policy.CABIN_BAG.capitalize()} and {flex.bags} checked bag of up to "
            f"{policy.BAG_KG} kg; more can be added.",
            "baggage",
        ),
        Question(
            "When can I check in?",
            f"From {policy.CHECK_IN_OPENS} hours until {policy.CHECK_IN_CLOSES} minutes before "
            "departure.",
            "check-in",
        ),
        Question(
            "There is a mistake in my name. What now?",
            f"Up to {policy.NAME_LETTERS} letters are corrected free of charge, once.",
            "passengers",
        ),
        Question(
            "My flight was cancelled. What are my choices?",
            f"Rebook free of charge within {policy.REBOOK_DAYS} days, or get your money back. "
            "Compensation may be due besides.",
            "disruptions",
        ),
        Question(
            "My bag did not arrive. By when must I tell you?",
            f"Within {policy.BAGGAGE['baggage_delayed'].last_day} days; damage within "
            f"{policy.BAGGAGE['baggage_damaged'].last_day} days.",
            "baggage-claims",
        ),
        Question(
            "Do my miles expire?",
            "No. They stay for as long as you have your account.",
            "miles",
        ),
    ]

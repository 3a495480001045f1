"""A populated Wellspring: a practice with weeks of slots, and the records of a cast."""

from typing import Any

from mock_platform.services.health.seeding import STOCK, Practice
from mock_platform.world import DEMO_PASSWORD, Cast, World

__all__ = ["Practice", "demo"]

type Record = dict[str, Any]
_AHEAD = 22


def demo(world: World, cast: Cast, *, password: str = DEMO_PASSWORD) -> dict[str, list[Record]]:
    """The owner's record, a child's and a parent's, and the colleagues' own.

    Users 1, 2, … are the staff, then come the friends, then the providers.
    """
    practice = Practice(world)
    users = [practice.user(person, password) for person in (*cast.staff, *cast.friends)]
    practice.lists()
    for speciality, place, about in STOCK["providers"]:
        practice.provider(speciality, place, about, password)
    _slots(practice)
    doctor = practice.of("general")
    patients = [
        practice.patient(
            user["name"],
            _born(practice, 1958, 2000),
            doctor,
            user_id=user["id"],
            phone=user["phone"],
            address=str(person.address),
            height_cm=world.rng.randint(156, 193),
        )
        for user, person in zip(users, (*cast.staff, *cast.friends), strict=True)
    ]
    owner, me = users[0], patients[0]
    _body(practice, owner, me)
    _therapy(practice, owner, me)
    _care(practice, owner, me)
    _paper(practice, owner, me)
    _family(practice, cast, owner, users, doctor)
    _others(practice, users[1:], patients[1:])
    return practice.tables


def _born(practice: Practice, first: int, last: int) -> str:
    rng = practice.world.rng
    return f"{rng.randint(first, last)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


def _slots(practice: Practice) -> None:
    """Four slots a working day and provider, at hours of their own, many taken by strangers."""
    rng = practice.world.rng
    for provider in practice.tables["providers"]:
        base = 8 + provider["id"] % 3
        for day in range(1, _AHEAD + 1):
            for place in range(4):
                at = f"{base + place + (2 if place > 1 else 0):02}:{'00' if day % 2 else '30'}"
                minutes = 40 if provider["speciality"] in ("general", "nurse") else 30
                slot = practice.slot(provider, f"+{day}b", at, minutes)
                full = provider["speciality"] == "skin" and day <= 5
                if rng.random() < 0.35 or full:
                    slot["state"] = "blocked"


def _free(practice: Practice, provider: Record, day: int) -> Record:
    """An open slot of a provider from a working day on."""
    return next(
        one
        for one in practice.tables["slots"]
        if one["provider_id"] == provider["id"]
        and "state" not in one
        and int(one["starts_at"].split("b")[0]) >= day
    )


def _body(practice: Practice, owner: Record, me: Record) -> None:
    """Half a year of measurements, with targets."""
    rng = practice.world.rng
    weight = rng.randint(680, 880)
    for week in range(26, 0, -1):
        weight += rng.randint(-7, 5)
        practice.measure(me, owner, "weight", f"-{week * 7 - 3}d 06:50", f"{weight / 10:.1f}")
        glucose = rng.randint(46, 84)
        practice.measure(me, owner, "glucose", f"-{week * 7 - 1}d 07:05", f"{glucose / 10:.1f}")
    for day in range(90, 0, -3):
        upper = rng.randint(119, 148)
        lower = upper - rng.randint(40, 58)
        practice.measure(me, owner, "blood_pressure", f"-{day}d 07:10", f"{upper}/{lower}")
        practice.measure(me, owner, "pulse", f"-{day}d 07:11", f"{rng.randint(56, 88)}")
    for day in range(60, 0, -1):
        practice.measure(me, owner, "steps", f"-{day}d 21:30", f"{rng.randint(2100, 14800)}")
        hours = rng.randint(55, 92)
        practice.measure(me, owner, "sleep", f"-{day}d 06:40", f"{hours / 10:.1f}")
    practice.measure(me, owner, "temperature", "-48d 19:20", "38.4")
    practice.measure(me, owner, "temperature", "-46d 08:00", "37.0")
    for kind, low, high, second in (
        ("blood_pressure", "100", "135", "85"),
        ("steps", "8000", None, None),
        ("weight", None, f"{weight // 10 - 2}", None),
    ):
        practice.add(
            "targets",
            patient_id=me["id"],
            kind=kind,
            low=low,
            high=high,
            second_high=second,
            set_on="-80d",
        )
    history = [("High pressure", 900), ("Hay fever", 3200), ("Stiff knee", 75)]
    for name, days in history:
        practice.add("conditions", patient_id=me["id"], name=name, since=f"-{days}d")
    for kind, name, severity, reaction in (
        ("group", "mould antibiotics", "severe", "Rash"),
        ("other", "Hazelnuts", "moderate", "Itching"),
    ):
        practice.add(
            "allergies",
            patient_id=me["id"],
            kind=kind,
            name=name,
            severity=severity,
            reaction=reaction,
            noted_on="-1200d",
        )
    nurse = practice.of("nurse")["name"]
    for vaccine, dose, days in ((1, 1, 380), (2, 1, 4000), (2, 2, 3930), (2, 3, 3860), (3, 1, 80)):
        practice.add(
            "vaccinations",
            patient_id=me["id"],
            vaccine_id=vaccine,
            dose=dose,
            given_on=f"-{days}d",
            given_by=nurse,
            batch=f"B{practice.world.rng.randint(1000, 9999)}",
        )


def _therapy(practice: Practice, owner: Record, me: Record) -> None:
    """What the owner takes, a month of intakes, and the prescriptions behind it."""
    rng = practice.world.rng
    pressure = practice.take(
        me, owner, "Corvalin 5", times="07:30", starts_on="-200d", stock=9, reason="Pressure"
    )
    fat = practice.take(
        me, owner, "Lipasol 20", times="20:00", starts_on="-120d", stock=41, reason="Blood fats"
    )
    practice.take(
        me,
        owner,
        "Sunvita 1000",
        pattern="weekdays",
        weekdays="mon,thu",
        times="07:30",
        starts_on="-90d",
        stock=30,
    )
    practice.take(
        me,
        owner,
        "Paralene 500",
        pattern="as_needed",
        times="",
        daily_maximum=6,
        hours_between=4,
        starts_on="-300d",
        stock=14,
        reason="Headache",
    )
    for medication, at in ((pressure, "07:30"), (fat, "20:00")):
        for day in range(30, 0, -1):
            chance = rng.random()
            if chance > 0.08:
                status = "skipped" if chance < 0.14 else "late" if chance < 0.24 else "taken"
                practice.intake(medication, owner, day, at, status)
    one = practice.prescribe(
        me,
        "Corvalin 5",
        155,
        directions="One tablet in the morning",
        units=30,
        repeats=5,
        supplies=5,
    )
    two = practice.prescribe(
        me, "Lipasol 20", 70, directions="One tablet at night", units=60, supply_days=60, repeats=1
    )
    two["supplies"] = 1
    for row, days in ((one, 155), (one, 125), (one, 95), (one, 65), (one, 32), (two, 70)):
        practice.add(
            "dispensations",
            prescription_id=row["id"],
            collected_on=f"-{days}d",
            units=row["units"],
        )
    practice.prescribe(
        me, "Ventapuff", 240, directions="Two puffs when short of breath", units=200, supplies=1
    )


def _care(practice: Practice, owner: Record, me: Record) -> None:
    """Visits past and ahead, a referral, a fee, and a place on the waiting list."""
    doctor, nurse = practice.of("general"), practice.of("nurse")
    for place, days in enumerate((210, 150, 96, 75, 31)):
        slot = practice.slot(doctor if place != 2 else nurse, f"-{days}d", "09:20", 40)
        reason = practice.world.rng.choice(STOCK["reasons"])
        visit = practice.book(
            me,
            owner,
            slot,
            "check_up" if place == 2 else "consultation",
            "completed",
            reason=reason,
            booked_at=f"-{days + 12}d 19:00",
        )
        practice.summary(visit, *STOCK["summaries"][place])
    skipped = practice.book(
        me, owner, practice.slot(doctor, "-55d", "11:00", 40), "consultation", "missed", fee="45.00"
    )
    practice.add(
        "charges",
        patient_id=me["id"],
        appointment_id=skipped["id"],
        amount="45.00",
        text=f"Missed appointment {skipped['number']}",
        made_at="-55d 11:45",
        status="open",
    )
    letter = practice.refer(me, "movement", 30, visits=6, reason="Stiff knee")
    practice.refer(me, "skin", 82, visits=1, reason="Dry patches")
    practice.book(
        me,
        owner,
        _free(practice, practice.of("movement"), 4),
        "first_visit",
        "booked",
        referral_id=letter["id"],
        booked_at="-6d 20:10",
    )
    ahead = _free(practice, doctor, 9)
    practice.book(me, owner, ahead, "check_up", "booked", reason="Yearly check")
    practice.add(
        "waiting_list",
        patient_id=me["id"],
        speciality="skin",
        kind="first_visit",
        first_day="+1d",
        last_day="+7d",
        joined_at="-3d 12:00",
        referral_id=2,
    )


def _paper(practice: Practice, owner: Record, me: Record) -> None:
    """Cover, claims, documents and conversations."""
    cover = practice.cover(me, "Harbour Plus", 250)
    for category, days, billed, by, status in (
        ("consultation", 210, "84.00", 0, "paid"),
        ("medicines", 155, "61.40", 3, "paid"),
        ("laboratory", 149, "138.00", 4, "paid"),
        ("specialist", 120, "245.00", 1, "paid"),
        ("dental", 88, "190.00", 2, "rejected"),
        ("medicines", 70, "37.95", 3, "approved"),
        ("consultation", 31, "96.50", 0, "draft"),
    ):
        biller = STOCK["billers"][by]
        invoice = practice.document(me, owner, "invoice", f"Invoice {biller} {days}", days)
        row = practice.claim(cover, category, days, billed, biller, status)
        row["invoice_id"] = invoice["id"]
        if status == "rejected":
            row["decision"] = "Harbour Plus does not cover dental care."
    nurse = practice.of("nurse")
    staff = {"id": nurse["user_id"]}
    practice.document(me, staff, "result", "Results of the blood sample", 149)
    practice.document(me, staff, "letter", "Letter for physiotherapy", 30)
    people = [practice.of("general"), nurse]
    for place, (topic, subject, question, answer) in enumerate(STOCK["threads"]):
        days = 6 + 21 * place
        texts = [question] if place == 3 else [question, answer, "Thank you, that helps."]
        texts = texts[:2] if place == 0 else texts
        practice.talk(
            me,
            owner,
            people[place % 2],
            days,
            texts,
            topic=topic,
            subject=subject,
            unread=place == 0,
            waiting=place == 3,
            status="closed" if days > 90 else "open",
        )


def _family(
    practice: Practice, cast: Cast, owner: Record, users: list[Record], doctor: Record
) -> None:
    """A child of the owner's, and a parent whom the owner cares for."""
    last = cast.owner.last
    world = practice.world
    child_name, old_name = world.person(last=last), world.person(last=last)
    child = practice.patient(child_name.name, "-2600d", doctor, address=str(cast.owner.address))
    practice.link(owner, child, "parent", "record", "book", "order", "write")
    old = practice.patient(
        old_name.name, _born(practice, 1938, 1948), practice.tables["providers"][1]
    )
    practice.link(owner, old, "carer", "record", "book")
    practice.link(users[-1], practice.tables["patients"][0], "carer")
    for day in range(40, 0, -2):
        upper = world.rng.randint(126, 158)
        value = f"{upper}/{upper - world.rng.randint(46, 62)}"
        practice.measure(old, owner, "blood_pressure", f"-{day}d 09:00", value)
    thin = practice.take(old, owner, "Fluvenzin 75", times="08:00", starts_on="-400d", stock=22)
    gland = practice.take(old, owner, "Thyrovel 50", times="06:30", starts_on="-900d", stock=70)
    for day in range(14, 0, -1):
        practice.intake(thin, owner, day, "08:00")
        practice.intake(gland, owner, day, "06:30", "late" if day % 5 == 0 else "taken")
    practice.prescribe(
        old, "Fluvenzin 75", 175, directions="One tablet in the morning", units=30, repeats=5
    )
    for dose, days in ((1, 2400), (2, 2330)):
        practice.add(
            "vaccinations", patient_id=child["id"], vaccine_id=2, dose=dose, given_on=f"-{days}d"
        )
    practice.cover(child, "Harbour Plus", 250)
    practice.cover(old, "Harbour Basic", 700)
    for number, area in enumerate(("record", "medicines", "appointments", "record", "documents")):
        provider = practice.tables["providers"][number % 2]
        practice.add(
            "access_log",
            patient_id=practice.tables["patients"][0]["id"],
            user_id=provider["user_id"],
            acting_as="provider",
            area=area,
            changed=number == 3,
            at=f"-{31 + number * 9}d 09:30",
        )


def _others(practice: Practice, users: list[Record], patients: list[Record]) -> None:
    """A visit past, one ahead, and a few values for everybody else."""
    rng = practice.world.rng
    doctors = [one for one in practice.tables["providers"] if one["speciality"] == "general"]
    for place, (user, patient) in enumerate(zip(users, patients, strict=True)):
        doctor = doctors[place % len(doctors)]
        slot = practice.slot(doctor, f"-{20 + 3 * place}d", "14:00", 40)
        visit = practice.book(patient, user, slot, "consultation", "completed")
        practice.summary(visit, *rng.choice(STOCK["summaries"]))
        reason = rng.choice(STOCK["reasons"])
        ahead = _free(practice, doctor, 2 + place)
        practice.book(patient, user, ahead, "consultation", "booked", reason=reason)
        practice.cover(patient, rng.choice(STOCK["plans"])["name"], rng.randint(40, 330))
        name = rng.choice(STOCK["conditions"])
        practice.add("conditions", patient_id=patient["id"], name=name, since="-700d")
        for day in range(28, 0, -4):
            practice.measure(patient, user, "weight", f"-{day}d 07:00", f"{rng.randint(58, 94)}")

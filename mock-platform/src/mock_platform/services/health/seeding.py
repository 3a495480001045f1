"""A practice with its people and lists, and records, with a scenario's own among them."""

import tomllib
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from mock_platform.services.health import policy
from mock_platform.services.health.shares import Terms, share
from mock_platform.world import Person, World

STOCK: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("stock.toml").read_text(encoding="utf-8")
)
_TABLES: Final = (
    "users",
    "places",
    "providers",
    "patients",
    "care_links",
    "access_log",
    "measurements",
    "targets",
    "allergies",
    "conditions",
    "vaccines",
    "vaccinations",
    "medicines",
    "interactions",
    "medications",
    "intakes",
    "slots",
    "referrals",
    "appointments",
    "waiting_list",
    "charges",
    "visit_summaries",
    "prescriptions",
    "dispensations",
    "renewals",
    "plans",
    "benefits",
    "covers",
    "documents",
    "preauthorisations",
    "claims",
    "threads",
    "messages",
)
type Record = dict[str, Any]


@dataclass
class Practice:
    """The seed data of the service; `patient`, `measure`, `book` and the rest add records.

    Days are counted from the trial's start; negative ones are past.
    """

    world: World
    tables: dict[str, list[Record]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tables = {name: [] for name in _TABLES}

    def add(self, table: str, **values: Any) -> Record:
        """A record with the next id of its table."""
        record = {"id": len(self.tables[table]) + 1} | values
        self.tables[table].append(record)
        return record

    def user(self, person: Person, password: str, role: str = "patient") -> Record:
        return self.add(
            "users",
            email=person.email,
            name=person.name,
            password=password,
            role=role,
            phone=person.phone,
        )

    def lists(self) -> None:
        """Places, medicines, interactions, vaccines and plans."""
        for place in STOCK["places"]:
            self.add("places", **place)
        names = ("name", "substance", "group", "strength", "form", "pack_size")
        for row in STOCK["medicines"]:
            values = dict(zip(names, row[:6], strict=True))
            self.add("medicines", **values, prescription_only=row[6])
        for one, other, severity, text in STOCK["interactions"]:
            first, second = sorted((one, other))
            self.add("interactions", substance=first, other=second, severity=severity, text=text)
        for name, doses, interval, booster in STOCK["vaccines"]:
            self.add(
                "vaccines", name=name, doses=doses, interval_days=interval, booster_days=booster
            )
        for plan in STOCK["plans"]:
            row = self.add("plans", **{k: v for k, v in plan.items() if k != "benefits"})
            self._benefits(row, plan["benefits"])

    def _benefits(self, plan: Record, rows: list[list[Any]]) -> None:
        for category, percent, minimum, tariff, free, preauthorisation in rows:
            self.add(
                "benefits",
                plan_id=plan["id"],
                category=category,
                percent=percent,
                minimum=minimum,
                tariff=tariff or None,
                deductible_free=free,
                preauthorisation=preauthorisation,
            )

    def provider(self, speciality: str, place_id: int, about: str, password: str) -> Record:
        """A new person of the practice, with an account."""
        person = self.world.person()
        user = self.user(person, password, "provider")
        return self.add(
            "providers",
            user_id=user["id"],
            name=f"Dr {person.name}" if speciality not in ("nurse", "movement") else person.name,
            speciality=speciality,
            place_id=place_id,
            about=about,
        )

    def of(self, speciality: str) -> Record:
        """The first provider of a speciality."""
        return next(one for one in self.tables["providers"] if one["speciality"] == speciality)

    def patient(self, name: str, born_on: str, doctor: Record, **values: Any) -> Record:
        return self.add("patients", name=name, born_on=born_on, doctor_id=doctor["id"], **values)

    def link(self, user: Record, patient: Record, kind: str, *rights: str) -> Record:
        """Access for an account; `rights` are names like `may_book`."""
        granted = {f"may_{name}": True for name in rights}
        return self.add(
            "care_links",
            user_id=user["id"],
            patient_id=patient["id"],
            kind=kind,
            since="-300d 10:00",
            **granted,
        )

    def slot(self, provider: Record, day: str, at: str, minutes: int = 30) -> Record:
        """A free slot; `day` is relative, like `+3b`."""
        return self.add(
            "slots", provider_id=provider["id"], starts_at=f"{day} {at}", minutes=minutes
        )

    def measure(self, patient: Record, user: Record, kind: str, at: str, value: str) -> None:
        """`value` like `72.4` or `128/81`."""
        first, _, second = value.partition("/")
        self.add(
            "measurements",
            patient_id=patient["id"],
            kind=kind,
            value=first,
            second=second or None,
            measured_at=at,
            recorded_by=user["id"],
            recorded_at=at,
        )

    def medicine(self, name: str) -> Record:
        return next(one for one in self.tables["medicines"] if one["name"] == name)

    def take(self, patient: Record, user: Record, name: str, **values: Any) -> Record:
        """A medicine on somebody's list."""
        return self.add(
            "medications",
            patient_id=patient["id"],
            medicine_id=self.medicine(name)["id"],
            added_by=user["id"],
            **values,
        )

    def intake(
        self, medication: Record, user: Record, day: int, at: str, status: str = "taken"
    ) -> None:
        """A dose of some days ago, as the schedule has it; late ones by two hours."""
        hours, minutes = at.split(":")
        hour = int(hours) + (2 if status == "late" else 0)
        self.add(
            "intakes",
            medication_id=medication["id"],
            due_at=f"-{day}d {at}",
            at=f"-{day}d {hour:02}:{minutes}",
            status=status,
            units=0 if status == "skipped" else medication.get("units", 1),
            recorded_by=user["id"],
        )

    def book(
        self, patient: Record, user: Record, slot: Record, kind: str, status: str, **values: Any
    ) -> Record:
        """An appointment in a slot, which is booked unless the appointment is cancelled."""
        if status != "cancelled":
            slot["state"] = "booked"
        number = len(self.tables["appointments"]) + 1
        return self.add(
            "appointments",
            number=f"W-{10_000 + number}",
            patient_id=patient["id"],
            provider_id=slot["provider_id"],
            slot_id=slot["id"],
            kind=kind,
            starts_at=slot["starts_at"],
            minutes=policy.KINDS[kind][1],  # type: ignore[index]
            status=status,
            booked_by=user["id"],
            **({"booked_at": "-40d 09:15"} | values),
        )

    def summary(self, appointment: Record, text: str, next_steps: str) -> None:
        self.add(
            "visit_summaries",
            appointment_id=appointment["id"],
            patient_id=appointment["patient_id"],
            provider_id=appointment["provider_id"],
            summary=text,
            next_steps=next_steps,
            written_at=appointment["starts_at"],
        )

    def refer(self, patient: Record, speciality: str, days: int, **values: Any) -> Record:
        """A referral of `days` ago by the patient's doctor."""
        number = 3_001 + len(self.tables["referrals"])
        return self.add(
            "referrals",
            number=f"R-{number}",
            patient_id=patient["id"],
            speciality=speciality,
            provider_id=patient["doctor_id"],
            issued_on=f"-{days}d",
            valid_until=f"{policy.REFERRAL_DAYS - days:+}d",
            **values,
        )

    def prescribe(self, patient: Record, name: str, days: int, **values: Any) -> Record:
        """A prescription of `days` ago by the patient's doctor."""
        number = 50_001 + len(self.tables["prescriptions"])
        return self.add(
            "prescriptions",
            number=f"P-{number}",
            patient_id=patient["id"],
            provider_id=patient["doctor_id"],
            medicine_id=self.medicine(name)["id"],
            issued_on=f"-{days}d",
            valid_until=f"{policy.VALID_DAYS - days:+}d",
            **values,
        )

    def document(self, patient: Record, user: Record, kind: str, title: str, days: int) -> Record:
        """A short text file of `days` ago."""
        stem = "".join(c if c.isalnum() else "-" for c in title.lower())
        return self.add(
            "documents",
            patient_id=patient["id"],
            kind=kind,
            title=title,
            filename=f"{stem}.txt",
            content=f"{title}\nfor {patient['name']}\n",
            added_by=user["id"],
            added_at=f"-{days}d 11:20",
        )

    def cover(self, patient: Record, plan: str, days: int) -> Record:
        """Insurance since `days` ago."""
        row = next(one for one in self.tables["plans"] if one["name"] == plan)
        number = 410_000 + 37 * len(self.tables["covers"])
        return self.add(
            "covers",
            patient_id=patient["id"],
            plan_id=row["id"],
            member_number=f"M{number}",
            starts_on=f"-{days}d",
        )

    def claim(
        self, cover: Record, category: str, days: int, billed: str, by: str, status: str
    ) -> Record:
        """A claim for a service of `days` ago; give them in the order of time.

        Those that count are split as the plan says, after those of the cover that were given
        before.
        """
        number = 70_001 + len(self.tables["claims"])
        parts: Record = {}
        if status in ("approved", "paid", "in_review"):
            parts = self._parts(cover, category, Decimal(billed))
        row = self.add(
            "claims",
            number=f"C-{number}",
            patient_id=cover["patient_id"],
            cover_id=cover["id"],
            category=category,
            service_on=f"-{days}d",
            billed=billed,
            billed_by=by,
            status=status,
            made_at=f"-{days - 1}d 18:00",
            **parts,
        )
        if status != "draft":
            row["submitted_at"] = f"-{days - 1}d 18:05"
        return row

    def _parts(self, cover: Record, category: str, billed: Decimal) -> Record:
        plan = next(one for one in self.tables["plans"] if one["id"] == cover["plan_id"])
        benefit = next(
            one
            for one in self.tables["benefits"]
            if one["plan_id"] == plan["id"] and one["category"] == category
        )
        earlier = [
            one
            for one in self.tables["claims"]
            if one["cover_id"] == cover["id"] and "deductible_part" in one
        ]
        spent = sum((one["deductible_part"] for one in earlier), Decimal(0))
        paid = spent + sum((one["copayment"] for one in earlier), Decimal(0))
        tariff = Decimal(benefit["tariff"]) if benefit["tariff"] else None
        minimum = Decimal(benefit["minimum"])
        terms = Terms(benefit["percent"], minimum, tariff, benefit["deductible_free"])
        left = max(Decimal(0), Decimal(plan["deductible"]) - spent)
        room = max(Decimal(0), Decimal(plan["yearly_maximum"]) - paid)
        found = share(billed, terms, left, room)
        return {
            "deductible_part": found.deductible,
            "copayment": found.copayment,
            "above_tariff": found.above_tariff,
            "insurer_pays": found.insurer,
        }

    def talk(
        self,
        patient: Record,
        user: Record,
        provider: Record,
        days: int,
        texts: list[str],
        **values: Any,
    ) -> Record:
        """A conversation that began `days` ago; the texts alternate, the person's first."""
        last = max(0, days - (len(texts) - 1))
        thread = self.add(
            "threads",
            patient_id=patient["id"],
            provider_id=provider["id"],
            last_at=f"-{last}d 08:{10 + len(texts)}",
            **values,
        )
        for place, text in enumerate(texts):
            practice = place % 2 == 1
            self.add(
                "messages",
                thread_id=thread["id"],
                user_id=provider["user_id"] if practice else user["id"],
                from_practice=practice,
                body=text,
                sent_at=f"-{max(0, days - place)}d 08:{10 + place}",
            )
        return thread

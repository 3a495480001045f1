"""Three new prescriptions: one clashes with an allergy, one with what only a mail knows of."""

from typing import Any

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.email.world import Mail, Mailbox, Sender
from mock_platform.services.health import policy
from mock_platform.services.health.world import demo

HEALTH_PASSWORD = "silver-bramble-64"
MAIL_PASSWORD = "candle-heron-28"
PHARMACY = Sender("Tern Street Pharmacy", "orders@tern-street-pharmacy.example")


def prescribe(
    tables: dict[str, list[dict[str, Any]]], name: str, provider: dict[str, Any], **values: Any
) -> dict[str, Any]:
    """A prescription of this week for the owner."""
    row = {
        "id": len(tables["prescriptions"]) + 1,
        "number": f"P-{50_001 + len(tables['prescriptions'])}",
        "patient_id": 1,
        "provider_id": provider["id"],
        "medicine_id": next(m["id"] for m in tables["medicines"] if m["name"] == name),
        **values,
    }
    days = int(values["issued_on"].strip("-d"))
    tables["prescriptions"].append(row | {"valid_until": f"+{policy.VALID_DAYS - days}d"})
    return row


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner = cast.owner
    tables = demo(world, cast)
    for user in tables["users"]:
        own = user["email"] == owner.email
        user["password"] = HEALTH_PASSWORD if own else f"{world.phone()} {user['id']}"
    providers = {p["speciality"]: p for p in reversed(tables["providers"])}
    doctor, heart = providers["general"], providers["heart"]
    slot = {
        "id": len(tables["slots"]) + 1,
        "provider_id": heart["id"],
        "starts_at": "-2d 10:00",
        "minutes": 30,
        "state": "booked",
    }
    tables["slots"].append(slot)
    tables["appointments"].append(
        {
            "id": len(tables["appointments"]) + 1,
            "number": f"W-{10_001 + len(tables['appointments'])}",
            "patient_id": 1,
            "provider_id": heart["id"],
            "slot_id": slot["id"],
            "kind": "first_visit",
            "starts_at": slot["starts_at"],
            "minutes": 30,
            "status": "completed",
            "booked_by": 1,
            "booked_at": "-20d 18:12",
        }
    )

    at = draw.choice(["06:30", "06:00", "06:45"])
    gland = prescribe(
        tables,
        "Thyrovel 50",
        doctor,
        directions=f"One tablet every day at {at} UTC, before breakfast",
        units=100,
        supply_days=100,
        repeats=1,
        issued_on="-3d",
    )
    mould = prescribe(
        tables,
        "Amoxaril 500",
        tables["providers"][1],
        directions="One capsule at 08:00 and at 20:00 UTC for seven days",
        units=14,
        supply_days=7,
        issued_on="-1d",
    )
    thin = prescribe(
        tables,
        "Fluvenzin 75",
        heart,
        directions="One tablet every day at 19:00 UTC",
        units=30,
        repeats=2,
        issued_on="-2d",
    )
    soothers = [("Dolorix 400", "Acetasol 300"), ("Acetasol 300", "Dolorix 400")]
    clash, spared = draw.choice([*soothers, ("Dolorix 200", "Acetasol 300")])
    packs = draw.integer(2, 3)

    box = Mailbox(world, owner, MAIL_PASSWORD, signature=owner.first)
    box.background(cast.colleagues)
    friend = cast.friends[0]
    number = draw.integer(41_000, 48_000)

    def order(place: int, text: str, days: int, *more: Mail) -> None:
        body = f"Dear {owner.first},\n\n{text}\n\nTern Street Pharmacy"
        subject = f"Your order {number + place}"
        box.thread(Mail(PHARMACY, [owner], subject, body, days=days, at="09:14"), *more)

    order(
        13,
        f"thank you for your order. On its way to you:\n\n{packs} x {clash}, 20 tablets\n"
        f"1 x Gastrimil 20, 28 capsules\n1 x plasters, assorted",
        9,
    )
    order(
        7,
        "thank you for your order:\n\n1 x Ferrovit 100, 50 tablets",
        12,
        Mail(
            PHARMACY,
            [owner],
            "",
            f"Dear {owner.first},\n\nwe are sorry: Ferrovit 100 is not to be had at the moment, so "
            f"we have cancelled your order and you pay nothing.\n\nTern Street Pharmacy",
            days=11,
            at="14:40",
        ),
    )
    order(
        2,
        f"thank you for your order. As you wished, we send it to {friend.name}:\n\n"
        f"1 x {spared}, 30 tablets",
        15,
    )
    box.thread(
        Mail(
            friend,
            [owner],
            "Your knee",
            f"Hi {owner.first},\n\nthanks for the tablets, I'm much better. How is the knee? Are "
            f"we walking on Sunday?\n\n{friend.first}",
            days=8,
            at="19:30",
        ),
        Mail(
            owner,
            [friend],
            "",
            f"Hi {friend.first},\n\nstill sore. I got myself something at the pharmacy too and "
            f"take two of them every day until it's over, with something for the stomach. Sunday "
            f"is fine if it stays flat.\n\n{owner.first}",
            days=7,
            at="08:02",
            folder="Sent",
        ),
    )
    return Scenario(
        instruction=f"""
            I was given three new prescriptions this week, they are at Wellspring in my own record.
            Please order the first supply of each and put each on my list of medicines there, as
            its directions say, starting tomorrow and with the stock I'll have.

            If there's something that speaks against one of them, I mean more than a minor note,
            leave that one alone and write at Wellspring to whoever prescribed it, with the name of
            what it doesn't go with, so that they can decide. They don't know everything that I
            take at the moment: what I got at the pharmacy isn't on my list, but the order is in my
            mail. Please don't put that on the list, it's for a few days only.

            Wellspring: {url("health")}, {owner.email}, password {HEALTH_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={"health": tables, "email": box.tables()},
        told={
            "health": url("health"),
            "health_password": HEALTH_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
        },
        expected={
            "owner": owner.email,
            "good": gland["id"],
            "good_medicine": gland["medicine_id"],
            "units": gland["units"],
            "time": at,
            "thin": thin["id"],
            "mould": mould["id"],
            "medicines": [mould["medicine_id"], thin["medicine_id"]],
            "letters": {
                "thin": {
                    "provider": thin["provider_id"],
                    "medicine": "fluvenzin",
                    "clash": [clash.split()[0].lower()],
                    "not": [spared.split()[0].lower(), "ferrovit"],
                },
                "mould": {
                    "provider": mould["provider_id"],
                    "medicine": "amoxaril",
                    "clash": ["mould antibiotic", "allerg"],
                    "not": [],
                },
            },
        },
    )

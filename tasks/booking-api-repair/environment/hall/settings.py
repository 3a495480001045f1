"""What the hall has set: courts, hours, prices, limits, members."""

import json
import tomllib
from dataclasses import dataclass
from datetime import time, timedelta, timezone
from decimal import Decimal
from pathlib import Path


@dataclass(frozen=True)
class Hall:
    zone: timezone
    courts: dict[str, str]
    members: dict[str, dict]
    opens: time
    closes: time
    longest: int
    days_ahead: int
    limit: int
    notice: int
    late_percent: int
    rate: Decimal
    peak_rate: Decimal
    peak_from: time
    peak_to: time
    reduced_percent: int


def load(folder: Path) -> Hall:
    given = tomllib.loads((folder / "hall.toml").read_text(encoding="utf-8"))
    hours, rules, prices = given["hours"], given["rules"], given["prices"]
    return Hall(
        zone=timezone(timedelta(minutes=given["utc_offset_minutes"])),
        courts=given["courts"],
        members=json.loads((folder / "members.json").read_text(encoding="utf-8")),
        opens=hours["opens"],
        closes=hours["closes"],
        longest=rules["longest_minutes"],
        days_ahead=rules["days_ahead"],
        limit=rules["open_bookings"],
        notice=rules["notice_hours"],
        late_percent=rules["late_refund_percent"],
        rate=Decimal(prices["hour"]),
        peak_rate=Decimal(prices["peak_hour"]),
        peak_from=prices["peak_from"],
        peak_to=prices["peak_to"],
        reduced_percent=prices["reduced_percent"],
    )

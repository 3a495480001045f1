"""The tables of the health service."""

from mock_platform.services.health.models.care import (
    Appointment,
    Charge,
    Dispensation,
    Prescription,
    Referral,
    Renewal,
    Slot,
    VisitSummary,
    WaitingEntry,
)
from mock_platform.services.health.models.insurance import (
    Benefit,
    Claim,
    Cover,
    Plan,
    Preauthorisation,
)
from mock_platform.services.health.models.people import (
    AccessEntry,
    CareLink,
    HealthRow,
    Patient,
    Place,
    Provider,
    User,
)
from mock_platform.services.health.models.practice import Document, Message, Thread
from mock_platform.services.health.models.record import (
    Allergy,
    Condition,
    Measurement,
    Target,
    Vaccination,
    Vaccine,
)
from mock_platform.services.health.models.therapy import Intake, Interaction, Medication, Medicine

__all__ = [
    "AccessEntry",
    "Allergy",
    "Appointment",
    "Benefit",
    "CareLink",
    "Charge",
    "Claim",
    "Condition",
    "Cover",
    "Dispensation",
    "Document",
    "HealthRow",
    "Intake",
    "Interaction",
    "Measurement",
    "Medication",
    "Medicine",
    "Message",
    "Patient",
    "Place",
    "Plan",
    "Preauthorisation",
    "Prescription",
    "Provider",
    "Referral",
    "Renewal",
    "Slot",
    "Target",
    "Thread",
    "User",
    "Vaccination",
    "Vaccine",
    "VisitSummary",
    "WaitingEntry",
]

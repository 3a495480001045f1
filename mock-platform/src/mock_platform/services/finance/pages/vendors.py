"""Vendors."""

from typing import Annotated

from fastapi import Form, Request, Response
from pydantic import BaseModel

from mock_platform.kit import Invalid, NotFound, Refused
from mock_platform.kit.forms import attempt, checked, known_number
from mock_platform.kit.pages import redirect
from mock_platform.kit.paging import PageNumber
from mock_platform.kit.routing import DB
from mock_platform.services.finance import operations as ops
from mock_platform.services.finance.pages.ledger import reason_of
from mock_platform.services.finance.pages.router import SIZE, Asked, Me, Text, router, show


class VendorForm(BaseModel):
    """A vendor as it was typed."""

    name: str = ""
    tax_id: str = ""
    email: str = ""
    phone: str = ""
    address: str = ""
    terms_days: str = "30"
    iban: str = ""

    def details(self) -> ops.VendorDetails:
        return checked(ops.VendorDetails, self.model_dump(exclude={"iban"}))


Filled = Annotated[VendorForm, Form()]


@router.get("/vendors")
def vendor_list(
    request: Request,
    db: DB,
    me: Me,
    q: Asked = "",
    blocked: Asked = "",
    unconfirmed: bool = False,
    page: PageNumber = 1,
) -> Response:
    given = {"q": q, "blocked": blocked, "unconfirmed": unconfirmed}
    query = checked(ops.VendorQuery, given | {"blocked": blocked or None})
    found = ops.list_vendors(db, query, page, SIZE)
    return show(request, me, "vendors.html", found=found, given=given)


@router.get("/vendors/new")
def new_vendor(request: Request, me: Me) -> Response:
    return show(request, me, "vendor_form.html", form=VendorForm(), vendor=None)


@router.post("/vendors/new")
def add_vendor(request: Request, db: DB, me: Me, form: Filled) -> Response:
    try:
        bank = checked(ops.BankDetails, {"iban": form.iban}) if form.iban.strip() else None
        full = ops.add_vendor(db, me, form.details(), bank)
    except (Invalid, Refused) as error:
        db.rollback()
        context = {"form": form, "vendor": None, "error": error}
        return show(request, me, "vendor_form.html", error.status, **context)
    return redirect(request, f"/vendors/{full.vendor.id}", "The vendor is added.")


@router.get("/vendors/duplicates")
def duplicates(request: Request, db: DB, me: Me) -> Response:
    return show(request, me, "duplicates.html", groups=ops.list_duplicate_vendors(db))


@router.get("/vendors/{vendor_id}")
def vendor(request: Request, db: DB, me: Me, vendor_id: str) -> Response:
    full = ops.view_vendor(db, known_number(vendor_id))
    query = ops.InvoiceQuery(vendor_id=full.vendor.id)
    return show(
        request,
        me,
        "vendor.html",
        full=full,
        v=full.vendor,
        names=ops.people(db),
        invoices=ops.list_invoices(db, query, 1, 10),
    )


@router.get("/vendors/{vendor_id}/edit")
def edit_vendor(request: Request, db: DB, me: Me, vendor_id: str) -> Response:
    found = ops.view_vendor(db, known_number(vendor_id)).vendor
    values = {name: str(getattr(found, name)) for name in VendorForm.model_fields}
    return show(request, me, "vendor_form.html", form=VendorForm(**values), vendor=found)


@router.post("/vendors/{vendor_id}/edit")
def update_vendor(request: Request, db: DB, me: Me, vendor_id: str, form: Filled) -> Response:
    number = known_number(vendor_id)
    try:
        ops.update_vendor(db, me, number, form.details())
    except (Invalid, Refused) as error:
        db.rollback()
        context = {"form": form, "vendor": ops.view_vendor(db, number).vendor, "error": error}
        return show(request, me, "vendor_form.html", error.status, **context)
    return redirect(request, f"/vendors/{number}", "Saved.")


@router.post("/vendors/{vendor_id}")
def change_vendor(
    request: Request,
    db: DB,
    me: Me,
    vendor_id: str,
    action: Text,
    iban: Text = "",
    reason: Text = "",
    duplicate_id: Text = "",
) -> Response:
    number = known_number(vendor_id)

    def act() -> None:
        if action == "bank":
            ops.change_bank_details(db, me, number, checked(ops.BankDetails, {"iban": iban}))
        elif action == "confirm":
            ops.confirm_bank_details(db, me, number)
        elif action == "block":
            ops.block_vendor(db, me, number, reason_of(reason))
        elif action == "unblock":
            ops.unblock_vendor(db, me, number)
        elif action == "merge":
            ops.merge_vendors(db, me, number, known_number(duplicate_id))
        else:
            raise NotFound("There is no such page.")

    return attempt(request, db, act, f"/vendors/{number}", "Saved.")

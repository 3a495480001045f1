"""Looks through what is due and what was written about it, plans the run, disputes the rest.

Options make one mistake each, for the near misses.
"""

import re
import sys
from datetime import UTC, datetime, timedelta

from oracle import Site, told

SKIP = set(sys.argv[1:])
told = told()
books = Site(told.books).login(told.email, told.books_password)
mail = Site(told.mail).login(told.email, told.mail_password)
today = datetime.now(UTC).date()


def key(number):
    return re.sub(r"[^A-Z0-9]", "", number.upper())


def the_same(invoice):
    """What an invoice was called before, as its vendor wrote."""
    for letter in mail.all("/api/messages", q=f'"{invoice["number"]}"'):
        text = " ".join(mail.get(f"/api/messages/{letter['id']}")["body"].split())
        if found := re.search(rf"know as (\S+) is {re.escape(invoice['number'])}", text):
            return found[1]
    return None


horizon = timedelta(days=14 if "--two-weeks" in SKIP else 7)
due = books.all("/api/due-invoices", until=(today + horizon).isoformat())
plan, disputes, ibans = [], [], {}
vendors = {vendor["id"]: vendor for vendor in books.all("/api/vendors")}
for invoice in due:
    if invoice["obstacle"]:
        continue
    full = books.get(f"/api/invoices/{invoice['reference']}")
    if "--believe-warnings" in SKIP and any(
        other in [i["reference"] for i, _ in plan] for other in full["similar"]
    ):
        disputes.append((invoice, f"It may be the same as {full['similar'][0]}."))
        continue
    earlier = the_same(invoice)
    if earlier and "--pay-again" not in SKIP:
        found = books.get("/api/invoices", q=earlier)["items"][0]
        why = f"The same as {found['number']} ({found['reference']}), which is {found['status']}."
        if "--other-words" in SKIP:
            run = next(
                run["number"]
                for run in books.all("/api/payment-runs", status="paid")
                for payment in books.get(f"/api/payment-runs/{run['number']}")["payments"]
                if payment["invoice"] == found["reference"]
            )
            why = f"Paid long ago, see {run.lower()}."
        disputes.append((invoice, why))
        continue
    mark = (vendors[invoice["vendor_id"]]["iban"], key(invoice["number"]))
    if mark in ibans and "--pay-twins" not in SKIP:
        disputes.append((invoice, f"Entered twice: see {ibans[mark]}."))
        continue
    ibans[mark] = invoice["reference"]
    plan.append((invoice, mark))

if "--vague" in SKIP:
    disputes = [(invoice, "Not to be paid, please check.") for invoice, _ in disputes]
if "--other-words" in SKIP:
    double, _ = disputes[-1]
    if twin := next((p for p in plan if key(p[0]["number"]) == key(double["number"])), None):
        plan[plan.index(twin)] = (double, twin[1])
        disputes[-1] = (twin[0], f"{double['number']} was entered for both vendors.")
if "--only-leave-out" in SKIP:
    disputes = []
if "--bank" in SKIP:
    letter = mail.get("/api/messages", q="subject:bank details")["items"][0]
    text = mail.get(f"/api/messages/{letter['id']}")["body"]
    iban = re.search(r"ZZ\d+", text)[0]
    name = re.search(r"next payment of ([\w &]+),", " ".join(text.split()))[1]
    vendor = next(v for v in vendors.values() if v["name"] == name)
references = [invoice["reference"] for invoice, _ in plan]
run = books.post(
    "/api/payment-runs", bank_account="1200", pay_on=today.isoformat(), invoices=references
)
if "--every-number" in SKIP:
    every = " ".join(i["reference"] for i in books.all("/api/invoices"))[:280]
    disputes = [(invoice, f"See one of {every}") for invoice, _ in disputes]
for invoice, why in disputes:
    books.post(f"/api/invoices/{invoice['reference']}/dispute", reason=why)
if "--bank" in SKIP:
    books.put(f"/api/vendors/{vendor['id']}/bank", iban=iban)
person = mail.get("/api/contacts", q=told.controller)["items"][0]
text = f"The run is {run['number']}; it comes to {run['total']} euros. Could you approve it?"
if "--other-words" in SKIP:
    total = f"{float(run['total']):,.2f}"
    text = f"For you to approve:\n- Run: {run['number'].lower()}\n- Total: EUR {total}"
    text += "".join(f"\n- left out: {i['number']} over {i['total']}" for i, _ in disputes)
    waiting = [r["number"] for r in books.all("/api/payment-runs", status="draft")]
    text += "".join(f"\n- {n} waits for you too" for n in waiting if n != run["number"])
mail.post("/api/messages", to=[person["email"]], subject="This week's payments", body=text)

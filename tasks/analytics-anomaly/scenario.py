"""A campaign seems to have reached its goal; some of what was counted cannot be."""

import tomllib
from pathlib import Path

from liveclawbench.scenario import Draw, Scenario, scenario, url
from mock_platform.services.chat.world import Huddle, Line, user
from mock_platform.services.email.world import Mail, Mailbox
from mock_platform.services.social.world import everyday

SOCIAL_PASSWORD = "barley-compass-64"
CHAT_PASSWORD = "lantern-meadow-12"
MAIL_PASSWORD = "quartz-sparrow-90"
STOCK = tomllib.loads(Path(__file__).with_name("stock.toml").read_text(encoding="utf-8"))
DAY = 24 * 60
ENDS = 6


@scenario
def build(draw: Draw) -> Scenario:
    world = draw.world()
    cast = world.cast()
    owner, boss, _, analyst, *others = cast.staff
    first, second, third = draw.sample(others, 3)
    draw.require(len({p.first for p in cast.staff}) == len(cast.staff), "first names of their own")

    plaza = everyday(world, cast)
    plaza.tables["users"][0]["password"] = SOCIAL_PASSWORD
    name = draw.choice(STOCK["campaigns"])
    tag = name.lower().replace(" ", "")
    length = draw.integer(17, 21)
    campaign = plaza.add(
        "campaigns",
        account_id=1,
        name=name,
        starts=f"-{ENDS + length}d",
        ends=f"-{ENDS}d",
        measure="clicks",
        goal=1,
        hashtag=tag,
        budget_note=f"No paid posts. Figures: {first.name}.",
    )
    broken_from, broken_to = ENDS + draw.integer(2, 3), ENDS - draw.integer(2, 3)
    texts = draw.shuffle(STOCK["posts"])
    ages = [broken_from + 4, *draw.sample(range(ENDS + 1, ENDS + length - 1), len(texts) - 1)]
    posts = []
    for text, age in zip(texts, ages, strict=True):
        said = text.format(tag=tag, n=draw.integer(11, 60))
        post = plaza.post(1, draw.integer(1, 3), said, age * DAY - 500, campaign_id=campaign)
        plaza.figures(post, age, draw.integer(700, 1900))
        posts.append((post, said))
    rows = {(f["post_id"], f["day"]): f for f in plaza.tables["figures"]}

    def row(post, day):
        return rows[post, f"-{day}d"]

    broken, loud, even = posts[0][0], posts[1][0], posts[2][0]
    for day in range(broken_from, broken_to - 1, -1):
        found = row(broken, day)
        found["impressions"] = draw.integer(60, 180)
        found["clicks"] = found["impressions"] + draw.integer(25, 140)
    found = row(loud, ages[1])
    found["clicks"] = found["impressions"] * draw.integer(55, 70) // 100
    found = row(even, max(ENDS, ages[2] - 3))
    found["impressions"] = found["clicks"] = draw.integer(30, 60)
    in_time = {f"-{day}d" for day in range(ENDS, ENDS + length + 1)}
    numbers = {post for post, _ in posts}
    counted = [f for f in plaza.tables["figures"] if f["post_id"] in numbers]
    wrong = [f for f in counted if f["clicks"] > f["impressions"]]
    draw.require({f["post_id"] for f in wrong} == {broken}, "one post that is wrong")
    own = [f for f in counted if f["post_id"] == broken]
    draw.require(
        sum(f["clicks"] for f in own) < sum(f["impressions"] for f in own) * 3 // 5,
        "sums that hide it",
    )
    reached = sum(f["clicks"] for f in counted if f["day"] in in_time)
    gone = sum(f["clicks"] for f in wrong if f["day"] in in_time)
    gone_too = sum(f["clicks"] for f in wrong if f["day"] not in in_time)
    whole = sum(f["clicks"] for f in own if f["day"] in in_time)
    excess = sum(f["clicks"] - f["impressions"] for f in wrong if f["day"] in in_time)
    clean = reached - gone
    goal = (clean + gone * draw.integer(45, 70) // 100) // 10 * 10
    plaza.tables["campaigns"][campaign - 1]["goal"] = goal
    mistaken = [clean - gone_too, reached - whole, reached - excess]
    values = [clean, goal - clean, goal, reached, reached - goal, *mistaken]
    values += [abs(goal - m) for m in mistaken]
    seen = {f[key] for f in wrong for key in ("clicks", "impressions")} | {gone, gone + gone_too}
    draw.require(not seen & set(values), "values that no honest list of days holds")
    draw.require(clean < goal < reached and len(set(values)) == len(values), "values of their own")

    people = [user(number, person, CHAT_PASSWORD) for number, person in enumerate(cast.staff, 1)]
    ids = {person.email: number for number, person in enumerate(cast.staff, 1)}
    huddle = Huddle(world, people)
    everybody = list(range(1, len(people) + 1))
    words = {"campaign": name, "owner": people[0]["handle"], "word": texts[1].split()[1]}
    words |= {"first": first.first, "second": second.first, "third": third.first}
    huddle.background()
    figures = huddle.channel("figures", [4, *everybody[:3], *everybody[4:]], purpose="Counting")
    talk = huddle.channel("campaigns", [2, 1, *everybody[2:]], purpose="What is on, who does what")
    by = ids[analyst.email]
    huddle.say(figures, Line(by, STOCK["old_cleaning"], 300 * DAY))
    huddle.say(figures, Line(by, STOCK["cleaning"], 70 * DAY, pinned=True))
    huddle.say(figures, Line(3, STOCK["harmless"].format(**words), (ages[1] - 1) * DAY))
    huddle.say(talk, Line(ids[first.email], STOCK["at_first"].format(**words), 30 * DAY))
    huddle.say(talk, Line(2, STOCK["handed_over"].format(**words), 12 * DAY))
    huddle.say(talk, Line(2, STOCK["question"].format(**words), 320))
    chat = huddle.tables()

    box = Mailbox(world, owner, MAIL_PASSWORD, signature=f"{owner.name}\n{cast.firm.name}")
    box.background([*cast.colleagues, *cast.clients])
    words["owner"] = owner.first
    handed, needs = (STOCK[k].format(**words) for k in ("mail_handed", "mail_needs"))
    box.thread(Mail(second, [owner], "Who counts what", handed, days=6, at="10:12"))
    box.thread(Mail(third, [owner], f"Figures of {name}", needs, days=4, at="15:48"))
    return Scenario(
        instruction=f"""
            Plaza says that our campaign "{name}" has reached its goal. I don't believe it: I have
            a feeling that something was counted there that cannot be. Please look into the raw
            numbers behind it and clean them the way we do that here. Then tell whoever looks
            after the figures of this campaign now what they need to know, and answer
            {boss.first}'s question about it in the chat, where it was asked. One message to each
            will do; on Plaza itself please change nothing.

            Plaza: {url("social")}, {owner.email}, password {SOCIAL_PASSWORD}
            Huddle: {url("chat")}, {owner.email}, password {CHAT_PASSWORD}
            My mail: {url("email")}, {owner.email}, password {MAIL_PASSWORD}
        """,
        services={"social": plaza.tables, "chat": chat, "email": box.tables()},
        told={
            "social": url("social"),
            "social_password": SOCIAL_PASSWORD,
            "chat": url("chat"),
            "chat_password": CHAT_PASSWORD,
            "mail": url("email"),
            "mail_password": MAIL_PASSWORD,
            "email": owner.email,
            "campaign": name,
            "boss": boss.first,
        },
        expected={
            "owner": owner.email,
            "carer": third.email,
            "channel": talk,
            "question": next(
                m["id"]
                for m in chat["messages"]
                if m["channel_id"] == talk and m["sent_at"] == "-320m"
            ),
            "post": broken,
            "text": posts[0][1],
            "others": [text for _, text in posts[1:]],
            "days_ago": [broken_from, broken_to],
            "clean": clean,
            "short": goal - clean,
            "mistaken": mistaken,
            "mistaken_gaps": [abs(goal - m) for m in mistaken],
        },
    )

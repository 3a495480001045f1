"""Plaza: a social network of people's and firms' accounts."""

from mock_platform.kit import Service

service = Service(
    "social",
    title="Plaza",
    port=5009,
    summary="Posts with schedules and media, comments and their moderation, follows, campaigns, "
    "analytics.",
    accent="#7a3b69",
)

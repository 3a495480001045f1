"""The services that tasks run against, and what their verifiers and oracles are made of."""

from mock_platform.standby import hand_over as _hand_over

_hand_over()

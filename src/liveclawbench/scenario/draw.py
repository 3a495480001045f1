"""Chance, the same for a seed on every machine and Python."""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from mock_platform.world import World

T = TypeVar("T")


class Redraw(Exception):
    """What was drawn has no unique answer; the scenario is built again from another stream."""


class StableRandom(random.Random):
    """A `random.Random` whose draws from sequences and ranges rest on `random()`.

    Python promises the same `random()` for a seed for ever, but changes how `choice`, `sample` and
    `shuffle` use it.
    """

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        if stop is None:
            start, stop = 0, start
        steps = len(range(start, stop, step))
        if not steps:
            raise ValueError(f"empty range ({start}, {stop}, {step})")
        return start + step * int(self.random() * steps)

    def randint(self, a: int, b: int) -> int:
        return self.randrange(a, b + 1)

    def choice(self, seq: Any) -> Any:
        if not len(seq):
            raise IndexError("nothing to choose from")
        return seq[self.randrange(len(seq))]

    def shuffle(self, x: Any) -> None:
        for i in range(len(x) - 1, 0, -1):
            j = self.randrange(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population: Any, k: int, *, counts: Iterable[int] | None = None) -> list[Any]:
        if counts is not None:
            population = [x for x, n in zip(population, counts, strict=True) for _ in range(n)]
        pool = list(population)
        if not 0 <= k <= len(pool):
            raise ValueError(f"cannot sample {k} of {len(pool)}")
        for i in range(k):
            j = self.randrange(i, len(pool))
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]


class Draw:
    """What a scenario draws from. The same seed and attempt give the same draws.

    `switches` are what a matched pair turns on (`same_as("…", switch="…")`).
    """

    def __init__(self, seed: int, attempt: int = 0, switches: Iterable[str] = ()) -> None:
        self.seed = seed
        self.attempt = attempt
        self.rng = StableRandom(f"{seed}/{attempt}")
        self.switches = frozenset(switches)
        self.known_switches: set[str] = set()
        self._world: World | None = None

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        picked: T = self.rng.choice(items)
        return picked

    def sample(self, items: Iterable[T], k: int) -> list[T]:
        """`k` different items in random order."""
        return self.rng.sample(list(items), k)

    def shuffle(self, items: Iterable[T]) -> list[T]:
        """The items in random order, in a new list."""
        return self.sample(pool := list(items), len(pool))

    def integer(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return self.rng.randint(low, high)

    def chance(self, probability: float) -> bool:
        """True with that probability (0 to 1)."""
        return self.rng.random() < probability

    def only(
        self,
        items: Iterable[T],
        where: Callable[[T], bool] | None = None,
        *,
        least: Callable[[T], Any] | None = None,
        most: Callable[[T], Any] | None = None,
    ) -> T:
        """The one item that `where` holds for; of several, the one with the least (or most) value.

        Where there is none, or a tie, the whole scenario is drawn anew, so that the right answer is
        unique in every instance.
        """
        found = [item for item in items if where is None or where(item)]
        key, pick = (least, min) if least else (most, max)
        if found and key is not None:
            best = pick(key(item) for item in found)
            found = [item for item in found if key(item) == best]
        self.require(len(found) == 1, f"one right answer, found {len(found)}")
        return found[0]

    def require(self, holds: bool, what: str) -> None:
        """Draw the whole scenario anew unless this holds; `what` is named if it never does."""
        if not holds:
            raise Redraw(what)

    def switch(self, name: str) -> bool:
        """Whether the matched pair turns this switch on."""
        self.known_switches.add(name)
        return name in self.switches

    def fork(self, name: str) -> "Draw":
        """A stream of its own, so that what a switch adds does not shift the draws after it."""
        twin = Draw(self.seed, self.attempt, self.switches)
        twin.rng = StableRandom(f"{self.seed}/{self.attempt}/{name}")
        twin.known_switches = self.known_switches
        return twin

    def world(self) -> "World":
        """People, firms, places and goods: the same in every service of the scenario."""
        if self._world is None:
            from mock_platform.world import World

            self._world = World(StableRandom(f"{self.seed}/{self.attempt}/world"))
        return self._world

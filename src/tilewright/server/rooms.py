"""Matches that somebody is connected to: one room each, where requests become entries of the log."""

from __future__ import annotations

import asyncio
import functools
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

import numpy as np

from tilewright.core.game import BadMove, Illegal
from tilewright.server import protocol
from tilewright.server.faults import Refusal
from tilewright.server.identity import new_seed
from tilewright.server.queries import Logged, append_entry
from tilewright.server.services import Keeper, OpenedMatch
from tilewright.server.session import Listener
from tilewright.server.shown import SEAT
from tilewright.server.store import Conflict, StoreError
from tilewright.table import Entry, Move, Restart, Step, Undo, UndoRefused

#: Played frames that a room keeps for clients that come back.
_RECENT: Final = 32

#: Refusals that a room remembers, to answer a repeated request alike.
_REMEMBERED: Final = 256

#: The policies that hints come from, the best of those a game has.
_HINT_POLICIES: Final = ("goal", "greedy")

Answer = Callable[[str], None]


class Room:
    """One match with everybody who follows it. Changes are made one at a time."""

    def __init__(self, opened: OpenedMatch, keeper: Keeper) -> None:
        """A room of a match as it was loaded."""
        self.head = opened.head
        self.listeners: set[Listener] = set()
        self.abandoned = False
        self._keeper = keeper
        self._changing = asyncio.Lock()
        self._settle(opened)

    def _settle(self, opened: OpenedMatch) -> None:
        """Take the match as it was loaded, and forget what was known of it."""
        self.match = opened.match
        self._game = opened.match.game
        self._showcase = opened.showcase
        self._stored = opened.requests
        self._refused: OrderedDict[str, protocol.Refused] = OrderedDict()
        self._recent: deque[tuple[int, str]] = deque(maxlen=_RECENT)
        self._hint: tuple[int, asyncio.Task[tuple[str, str]]] | None = None

    # ── what clients are told ──

    def greet(self, listener: Listener, since: int) -> None:
        """Answer a hello: with the moves that the client lacks, or with the position."""
        listener.greeted = True
        v = self.match.v
        missing = [text for at, text in self._recent if at > since]
        if 0 <= since < v and len(missing) == v - since:
            for text in missing:
                listener.push(text)
        else:
            listener.push(self._position("hello"))

    def _position(self, cause: protocol.Cause) -> str:
        return protocol.write(protocol.Position(self.match.v, cause, self._showcase.shown(self.match)))

    def _tell_all(self, text: str) -> None:
        for listener in tuple(self.listeners):
            if listener.greeted:
                listener.push(text)

    # ── changes ──

    async def change(self, listener: Listener, wanted: protocol.Change) -> None:
        """Carry out a request, once: stored, then acknowledged, then shown to all."""
        async with self._changing:
            if self.abandoned or self._answer_again(listener, wanted.id):
                return
            try:
                step = self._prepare(wanted)
                await self._store(step, wanted.id)
            except Refusal as refusal:
                self._refuse(listener, wanted.id, refusal)
                return
            self._stored[wanted.id] = step.at + 1
            self.match.append(step)
            listener.push(protocol.write(protocol.Accepted(wanted.id, self.match.v)))
            self._show(step)

    def _answer_again(self, listener: Listener, request: str) -> bool:
        """Answer a request that was answered before as it was then."""
        v = self._stored.get(request)
        if v is not None:
            listener.push(protocol.write(protocol.Accepted(request, v)))
            return True
        refused = self._refused.get(request)
        if refused is not None:
            listener.push(protocol.write(refused))
        return refused is not None

    def _prepare(self, wanted: protocol.Change) -> Step[object]:
        """What the request does.

        Raises:
            Refusal: the rules or the wire do not allow it.
        """
        match = self.match
        self._check_v(wanted.v)
        if match.v >= self._keeper.limits.entries:
            raise Refusal(409, "too-long", "This match has grown too long; start the level again.")
        now = self._keeper.milliseconds_since(self.head.started)
        entry: Entry
        match wanted:
            case protocol.MoveWanted(move=text):
                if self.match.outcome is not None:
                    raise Refusal(409, "over", "The game is over; start again to play on.")
                entry = Move(SEAT, text, now)
            case protocol.UndoWanted():
                entry = Undo(now)
            case protocol.RestartWanted(seed=seed):
                # A new seed, or one could come to know one's luck.
                entry = Restart(new_seed() if seed is None else seed, now)
        try:
            return match.prepare(entry)
        except BadMove as error:
            raise Refusal(409, "bad-move", _sentence(error)) from None
        except Illegal as error:
            raise Refusal(409, "illegal", _sentence(error)) from None
        except UndoRefused as error:
            raise Refusal(409, "undo", _sentence(error)) from None

    def _check_v(self, v: int) -> None:
        if v != self.match.v:
            raise Refusal(409, "stale", "The board has changed meanwhile; look again before you move.")

    async def _store(self, step: Step[object], request: str) -> None:
        """Make a step durable.

        Raises:
            Refusal: it is not stored; the room then holds what is.
        """
        entry = step.entry
        digest = self._game.digest(step.state) if isinstance(entry, Move) else ""
        standing = self._showcase.standing(self.match, step)
        job = append_entry(
            self.head, step.at + 1, Logged(entry, request, digest), standing, self._keeper.clock()
        )
        try:
            await self._keeper.store.run(job)
        except Conflict:  # another server has the same file, and this match
            await self._reload()
            raise Refusal(409, "stale", "This match was played on elsewhere; look again.") from None
        except StoreError as error:
            await self._reload()
            raise Refusal(503, "storage", f"The move could not be saved. {error}") from error
        except BaseException:  # whether it is stored, nobody here will learn: the log itself will tell
            self.abandon()
            raise

    async def _reload(self) -> None:
        """Take what is stored for the truth, and show it to all."""
        try:
            self._settle(await self._keeper.load(self.head.id))
        except BaseException:
            self.abandon()
            raise
        self._tell_all(self._position("resync"))

    def _refuse(self, listener: Listener, request: str, refusal: Refusal) -> None:
        answer = protocol.Refused(request, self.match.v, refusal.code, refusal.message)
        listener.push(protocol.write(answer))
        if refusal.code == "stale":
            listener.push(self._position("resync"))
        if refusal.code != "storage":
            self._refused[request] = answer
            if len(self._refused) > _REMEMBERED:
                self._refused.popitem(last=False)

    def _show(self, step: Step[object]) -> None:
        """Show all what a step did."""
        entry, played, v = step.entry, step.played, self.match.v
        if isinstance(entry, Move) and played is not None:
            shown = self._showcase.shown(self.match)
            text = protocol.write(
                protocol.Played(v, entry.seat, entry.move, played.events, played.points, shown)
            )
            self._recent.append((v, text))
        else:
            text = self._position("undo" if isinstance(entry, Undo) else "restart")
            self._recent.clear()
        self._tell_all(text)

    def abandon(self) -> None:
        """Give the room up: everybody comes again, and finds the match as it is stored."""
        self.abandoned = True
        for listener in tuple(self.listeners):
            listener.drop()

    # ── hints ──

    def hint(self, listener: Listener, wanted: protocol.HintWanted) -> asyncio.Task[tuple[str, str]] | None:
        """The move and the sentence to answer with; None where the request is refused, which is then told.

        Thinking is done in another thread, and once for each position, however often it is asked for.
        """
        try:
            self._check_v(wanted.v)
            if self.match.outcome is not None:
                raise Refusal(409, "over", "The game is over: there is no move to suggest.")
        except Refusal as refusal:
            self._refuse(listener, wanted.id, refusal)
            return None
        v = self.match.v
        if self._hint is None or self._hint[0] != v:
            self._hint = (v, asyncio.create_task(self._think(v, self.match.state)))
        return self._hint[1]

    async def _think(self, v: int, state: object) -> tuple[str, str]:
        game = self._game
        policy = next((name for name in _HINT_POLICIES if name in game.policies), game.policies[0])
        choose = functools.partial(game.choose, game.view(state, SEAT), policy, np.random.default_rng(v))
        move = await self._keeper.think(choose)
        return move, _sentence(game.describe(state, move))


def _sentence(words: object) -> str:
    """Words as a sentence."""
    text = str(words).strip()
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


class Rooms:
    """The rooms by their match; a room is there while somebody is connected."""

    def __init__(self, keeper: Keeper) -> None:
        """No rooms."""
        self._keeper = keeper
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[None]] = {}

    async def enter(self, match: str, guest: str, listener: Listener) -> Room:
        """Follow a match, loaded if need be.

        Raises:
            Refusal: no such match, somebody else's, or one that cannot be replayed.
            StoreError: the database refuses.
        """
        while True:
            room = self._rooms.get(match)
            if room is not None and not room.abandoned:
                break
            loading = self._loading.get(match)
            if loading is None:
                loading = self._loading[match] = asyncio.create_task(self._load(match))
            try:
                await asyncio.shield(loading)
            finally:
                if self._loading.get(match) is loading and loading.done():
                    del self._loading[match]
        try:
            self._keeper.check_owner(room.head, guest)
            room.listeners.add(listener)
        finally:
            self._tidy(room)
        return room

    async def _load(self, match: str) -> None:
        self._rooms[match] = Room(await self._keeper.load(match), self._keeper)

    def leave(self, room: Room, listener: Listener) -> None:
        """Follow a match no longer."""
        room.listeners.discard(listener)
        self._tidy(room)

    def abandon(self, room: Room) -> None:
        """Give a room up; the next who comes finds the match as it is stored."""
        room.abandon()
        self._tidy(room)

    def _tidy(self, room: Room) -> None:
        """Forget a room that nobody follows."""
        if (room.abandoned or not room.listeners) and self._rooms.get(room.head.id) is room:
            del self._rooms[room.head.id]

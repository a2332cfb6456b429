"""One WebSocket from its first frame to its last."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Final, cast

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from tilewright.server import protocol
from tilewright.server.faults import LOG, Refusal, confess
from tilewright.server.guard import address_of
from tilewright.server.guests import Guests
from tilewright.server.limits import AddressBook, Bucket
from tilewright.server.rooms import Room, Rooms
from tilewright.server.services import Keeper
from tilewright.server.session import Session
from tilewright.server.store import StoreError

#: Bytes at which a frame is not even taken off the wire.
_HARD_LIMIT: Final = 1 << 16

#: Seconds between pings of ours, so that dead connections are noticed; the client has its own.
_HEARTBEAT: Final = 20.0

#: Seconds that a connection is given to say goodbye.
_GOODBYE: Final = 2.0

_SLOW_DOWN: Final = Refusal(429, "slow-down", "That was a lot in a short time; wait a moment and try again.")


class Sockets:
    """The handler of `/ws/match/{match}`, and all connections that it holds."""

    def __init__(self, keeper: Keeper, guests: Guests, rooms: Rooms, addresses: AddressBook) -> None:
        """No connections."""
        self._keeper = keeper
        self._guests = guests
        self._rooms = rooms
        self._addresses = addresses
        self._open: set[web.WebSocketResponse] = set()
        self._of_address: Counter[str] = Counter()
        self._stopping = False

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Follow one connection."""
        socket = web.WebSocketResponse(
            timeout=_GOODBYE,
            heartbeat=_HEARTBEAT,
            compress=False,
            max_msg_size=_HARD_LIMIT,
            writer_limit=1 << 30,  # pushing must never wait: see Session
        )
        if not socket.can_prepare(request):
            raise Refusal(426, "no-websocket", "This address speaks WebSocket only.")
        if self._stopping:
            raise Refusal(503, "stopping", "The server is stopping; try again in a moment.")
        await socket.prepare(request)
        transport = request.transport
        if transport is None:  # gone already
            return socket
        session = Session(
            socket, cast(asyncio.WriteTransport, transport), self._keeper.limits, self._keeper.clock
        )
        address = address_of(request)
        self._open.add(socket)
        self._of_address[address] += 1
        try:
            await self._follow(request, session, address)
        finally:
            self._open.discard(socket)
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]
        return socket

    async def stop(self) -> None:
        """Close every connection; clients come again when the server does."""
        self._stopping = True
        closing = [_close(socket, WSCloseCode.GOING_AWAY, "stopping") for socket in self._open]
        await asyncio.gather(*closing, return_exceptions=True)

    async def _follow(self, request: web.Request, session: Session, address: str) -> None:
        """Enter the room, and answer frame after frame."""
        match = request.match_info["match"]
        try:
            if self._of_address[address] > self._keeper.limits.sockets:
                raise Refusal(429, "too-many", "Too many boards are open from here; close some of them.")
            guest = self._guests.known(request)
            if guest is None:
                raise Refusal(401, "no-guest", "You are not known here yet; go back to the list of levels.")
            room = await self._rooms.enter(match, guest, session)
        except Refusal as refusal:
            await _fail(session, refusal)
            return
        except StoreError as error:
            await _fail(session, Refusal(503, "storage", f"The match could not be read. {error}"))
            return
        except Exception as error:  # a fault of ours ends this connection, and no other
            await _fail(session, confess(error, f"entering match {match}"))
            return
        rate = self._keeper.limits.address_frames
        conversation = Conversation(session, room, self._addresses.bucket(address, "frames", rate))
        try:
            await conversation.run()
        except Refusal as refusal:
            await _fail(session, refusal)
        except StoreError as error:
            LOG.error("match %s: %s", match, error)
            await _close(session.socket, WSCloseCode.TRY_AGAIN_LATER, "storage")
        except Exception as error:  # what the room holds may be wrong now: what is stored is right
            await _fail(session, confess(error, f"in match {match}"))
            self._rooms.abandon(room)
        finally:
            conversation.end()
            self._rooms.leave(room, session)


class Conversation:
    """The frames of one connection, one after the other."""

    def __init__(self, session: Session, room: Room, address_frames: Bucket) -> None:
        """A conversation in a room that the session has entered."""
        self._session = session
        self._room = room
        self._address_frames = address_frames
        self._thinking: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Answer frames until the connection ends. Raises Refusal where it must be ended."""
        async for message in self._session.socket:
            if message.type is WSMsgType.TEXT:
                await self._answer(message.data)
            elif message.type is WSMsgType.BINARY:
                self._complain(None, "bad-frame", "Frames are texts of JSON, not bytes.")

    async def _answer(self, text: str) -> None:
        session = self._session
        fits = len(text) <= protocol.LARGEST_MESSAGE
        # Both buckets are asked, so that neither is spared by the other.
        within = session.frames.take() & self._address_frames.take()
        if not within:
            self._complain(protocol.id_of(text) if fits else None, _SLOW_DOWN.code, _SLOW_DOWN.message)
            return
        if not fits:
            self._complain(None, "bad-frame", f"A frame has at most {protocol.LARGEST_MESSAGE} characters.")
            return
        try:
            frame = protocol.read_frame(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._complain(protocol.id_of(text), "bad-frame", f"The frame cannot be read: {error}.")
            return
        match frame:
            case protocol.Ping(t=t):
                session.push(protocol.write(protocol.Pong(t)))
            case protocol.Hello(since=since):
                self._room.greet(session, since)
            case protocol.HintWanted():
                self._think(frame)
            case _:
                await self._room.change(session, frame)

    def _think(self, wanted: protocol.HintWanted) -> None:
        """Answer a request for a hint when it has been thought about, beside everything else."""
        thought = self._room.hint(self._session, wanted)
        if thought is not None:
            task = asyncio.create_task(self._suggest(wanted, thought))
            self._thinking.add(task)
            task.add_done_callback(self._thinking.discard)

    async def _suggest(self, wanted: protocol.HintWanted, thought: asyncio.Task[tuple[str, str]]) -> None:
        answer: protocol.HintGiven | protocol.Refused
        try:
            move, sentence = await asyncio.shield(thought)  # others may wait for it too
            answer = protocol.HintGiven(wanted.id, wanted.v, move, sentence)
        except Exception as error:  # no hint is no reason to stop playing
            fault = confess(error, f"a hint in match {self._room.head.id}")
            answer = protocol.Refused(wanted.id, self._room.match.v, fault.code, fault.message)
        self._session.push(protocol.write(answer))

    def _complain(self, request: str | None, code: str, message: str) -> None:
        """Answer a frame that is not carried out. Raises Refusal once there have been too many."""
        if not self._session.patience.take():
            raise _SLOW_DOWN if code == _SLOW_DOWN.code else Refusal(400, code, message)
        if request is not None:
            self._session.push(protocol.write(protocol.Refused(request, self._room.match.v, code, message)))
        elif code == "bad-frame":
            self._session.push(protocol.write(protocol.Failure(code, message)))

    def end(self) -> None:
        """Nobody waits for hints any more."""
        for task in self._thinking:
            task.cancel()


async def _fail(session: Session, refusal: Refusal) -> None:
    """Say why the connection cannot go on, and end it."""
    session.push(protocol.write(protocol.Failure(refusal.code, refusal.message)))
    await _close(session.socket, 4000 + refusal.status, refusal.code)


async def _close(socket: web.WebSocketResponse, code: int, reason: str) -> None:
    with contextlib.suppress(Exception):  # it may have gone already, in any way
        await socket.close(code=code, message=reason.encode())

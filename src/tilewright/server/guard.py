"""What stands before every handler: limits, origins, security headers, and errors as sentences."""

from __future__ import annotations

import asyncio
import html
import ipaddress
from collections.abc import Awaitable, Callable
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from tilewright.server import protocol
from tilewright.server.faults import LOG, Refusal, confess
from tilewright.server.limits import AddressBook, Limits, Rate
from tilewright.server.store import StoreError

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

#: Styles may be inline: the client moves pieces by them. Scripts may not.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; media-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Server": "Tilewright",  # which library and version is nobody's business
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

#: Paths whose answers are for programs.
_FOR_PROGRAMS: Final = ("/api/", "/ws/")

_HTTP_SENTENCES: Final = {
    404: ("not-found", "There is nothing at this address."),
    405: ("bad-method", "This address does not take such a request."),
    413: ("too-big", f"The request is too big; at most {protocol.LARGEST_MESSAGE} bytes are read."),
}


class Guard:
    """Keeps the limits of addresses, and turns whatever a handler raises into a sentence."""

    def __init__(self, limits: Limits, addresses: AddressBook) -> None:
        """The book holds a bucket for each address."""
        self.limits = limits
        self._addresses = addresses

    def spend(self, request: web.Request, kind: str, rate: Rate) -> None:
        """Take a token of the caller's address. Raises Refusal where none is left."""
        if not self._addresses.bucket(address_of(request), kind, rate).take():
            raise Refusal(429, "slow-down", "That was a lot in a short time; wait a moment and try again.")

    async def handle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """The middleware: every answer has the headers, every error is a sentence."""
        try:
            self.spend(request, "requests", self.limits.requests)
            if request.method != "GET" or request.path.startswith("/ws/"):
                check_origin(request)
            response = await handler(request)
        except asyncio.CancelledError:
            raise
        except Exception as error:  # the last line of defence: no traceback reaches a player
            response = error_answer(request, as_refusal(error, request))
        if not response.prepared:
            response.headers.update(_HEADERS)
            if request.path.startswith(_FOR_PROGRAMS):
                response.headers.setdefault("Cache-Control", "no-store")
        return response


def as_refusal(error: Exception, request: web.Request) -> Refusal:
    """Any exception as a refusal; faults of the program are logged."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, web.HTTPException):
        code, message = _HTTP_SENTENCES.get(
            error.status, ("bad-request", f"The request cannot be answered: {error.reason}.")
        )
        return Refusal(error.status, code, message)
    if isinstance(error, StoreError):
        LOG.error("%s %s: %s", request.method, request.path, error)
        return Refusal(503, "storage", f"Nothing could be saved or read. {error}")
    return confess(error, f"{request.method} {request.path}")


def error_answer(request: web.Request, refusal: Refusal) -> web.Response:
    """A refusal as an answer: JSON for programs, a page for people."""
    if request.path.startswith(_FOR_PROGRAMS):
        answer = protocol.ErrorAnswer(protocol.Fault(refusal.code, refusal.message))
        response = web.Response(
            text=protocol.write(answer), content_type="application/json", status=refusal.status
        )
    else:
        response = page(refusal.message, refusal.status)
    if refusal.status == 429:
        response.headers["Retry-After"] = "2"
    return response


def page(message: str, status: int) -> web.Response:
    """A plain page with a message and the way home."""
    text = (
        '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>Tilewright</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"></head>'
        '<body style="font: 1.1rem/1.5 system-ui, sans-serif; max-width: 34rem; margin: 4rem auto; '
        'padding: 0 1rem"><main><h1>Tilewright</h1>'
        f'<p>{html.escape(message)}</p><p><a href="/">To the games</a></p></main></body></html>\n'
    )
    return web.Response(
        text=text, content_type="text/html", status=status, headers={"Cache-Control": "no-store"}
    )


def check_origin(request: web.Request) -> None:
    """Refuse requests that another site's page makes. Programs that are no browsers send no origin."""
    origin = request.headers.get("Origin")
    if origin is None:
        return
    try:
        theirs = urlsplit(origin).netloc
    except ValueError:
        theirs = ""
    if not theirs or theirs.lower() != request.host.lower():
        raise Refusal(
            403,
            "origin",
            "This request comes from a page of another site; open Tilewright by its own address.",
        )


def address_of(request: web.Request) -> str:
    """The caller's address as limits count it: one home's IPv6 addresses are one."""
    remote = request.remote or ""
    try:
        address = ipaddress.ip_address(remote.partition("%")[0])
    except ValueError:
        return remote
    if address.version == 6 and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return remote

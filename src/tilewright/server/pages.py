"""The built client: files that never change under their names, and a page that always may."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from aiohttp import web

from tilewright.server.guard import page

FOLDER: Final = Path(__file__).parent / "static"

_NOT_BUILT: Final = (
    "The server runs, but its web pages are not built. In a checkout run “python3 run.py setup”, "
    "then reload this page."
)

#: The bundler names these files after what is in them.
_HASHED: Final = "assets/"


class Pages:
    """Serves the files of a folder, and nothing outside it."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """The folder may come to be while the server runs."""
        self._folder = folder.resolve()

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """The file at a path; the start page at `/`."""
        name = request.match_info["path"] or "index.html"
        try:
            path = (self._folder / name).resolve()
            there = path.is_file()
        except (OSError, ValueError):  # no file can have such a name
            raise web.HTTPNotFound from None
        hidden = any(part.startswith(".") for part in Path(name).parts)
        if hidden or not path.is_relative_to(self._folder):
            raise web.HTTPNotFound
        if not there:
            if name == "index.html":
                return page(_NOT_BUILT, 503)
            raise web.HTTPNotFound
        kept = "public, max-age=31536000, immutable" if name.startswith(_HASHED) else "no-cache"
        return web.FileResponse(path, headers={"Cache-Control": kept})

"""The log of faults: tracebacks for a bug report, kept away from the person who met them."""

from __future__ import annotations

import platform
import traceback
from datetime import UTC, datetime
from pathlib import Path

from tilewright import __version__
from tilewright.cli.folders import data_folder


def write_log(error: BaseException, doing: str) -> Path | None:
    """Append a fault to the log of the day; the log's path, or None where none can be written."""
    now = datetime.now(UTC)
    text = (
        f"== {now:%Y-%m-%d %H:%M:%S} UTC  {doing[:500]}\n"
        f"Tilewright {__version__}, Python {platform.python_version()}, {platform.platform()}\n"
        f"{''.join(traceback.format_exception(error))}\n"
    )
    try:
        path = data_folder("logs") / f"{now:%Y-%m-%d}.log"
        with path.open("a", encoding="utf-8", errors="replace") as log:
            log.write(text)
    except OSError:
        return None
    return path

"""The build hook: whoever builds or installs the package, editable or not, gets the web client with it.

The client is built only when its sources changed; only then is Node.js asked for, as a package of its own.
TILEWRIGHT_SKIP_CLIENT=1 leaves it out: the package then works, but for its web pages.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools import client


def _is_wanted() -> bool:
    return os.environ.get("TILEWRIGHT_SKIP_CLIENT", "") in ("", "0")


class ClientBuildHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        needed = self.target_name == "wheel" and _is_wanted() and not client.is_built()
        return [client.NODE_REQUIREMENT] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and _is_wanted() and not client.is_built():
            client.build(client.installed_node())

#!/usr/bin/env python3
"""The commands of a fresh machine that has Python and nothing else: python3 run.py help."""
# This file must parse on any old Python, so that the sentence below can be read there.

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.stderr.write(
        "Tilewright needs Python 3.11 or newer, and this is Python %d.%d (%s).\n"  # noqa: UP031
        "Install a newer one and start this file with it, for example: python3.12 run.py play\n"
        % (sys.version_info[0], sys.version_info[1], sys.executable)
    )
    sys.exit(2)

from tools.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

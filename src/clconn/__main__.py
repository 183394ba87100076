"""Run the command ``clconn`` for ``python -m clconn``."""

from __future__ import annotations

import sys

from clconn.console_script import main

if __name__ == "__main__":
    sys.exit(main())

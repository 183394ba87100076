"""``python -m clconn`` is the command ``clconn``."""

from __future__ import annotations

import sys

from clconn.console_script import main

if __name__ == "__main__":
    sys.exit(main())

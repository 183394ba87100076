"""The exit codes, which ``clconn --help`` documents."""

from __future__ import annotations

__all__ = ["BAD_INPUT", "BUG", "CLOSED_PIPE", "DONE", "INTERRUPTED", "NOT_VERIFIED"]

DONE = 0
NOT_VERIFIED = 1
BAD_INPUT = 2
BUG = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130  # 128 + SIGINT, as a shell reports it
CLOSED_PIPE = 141  # 128 + SIGPIPE

"""Run the Python of a page, and compare what its comments say with what comes out.

``result.count  # 3 components now`` states 3: the longest beginning of the comment that is a
literal of Python. A comment that begins with a word states nothing.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from typing import Any

import numpy as np

_ENDS = re.compile(r"$|[:;, ]")


class Page:
    """A page's namespace, in which its blocks run one after another."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"__name__": "page"}
        self.compared = 0

    def run(self, text: str, filename: str, line: int) -> None:
        """Run a block whose first line is line `line` of the file."""
        tree = ast.parse(text)
        comments = _comments(text)
        for statement in tree.body:
            assert statement.end_lineno is not None
            comment = comments.get(statement.end_lineno, "")
            stated = stated_value(comment) if isinstance(statement, ast.Expr) else None
            ast.increment_lineno(statement, line)
            if isinstance(statement, ast.Expr) and stated is not None:
                code = compile(ast.Expression(statement.value), filename, "eval")
                value = plain(eval(code, self.names))
                place = f"{filename}:{statement.lineno}"
                assert value == stated[0], f"{place} states {stated[0]!r}, and {value!r} comes out"
                self.compared += 1
            else:
                code = compile(ast.Module([statement], []), filename, "exec")
                exec(code, self.names)


def _comments(text: str) -> dict[int, str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {
        token.start[0]: token.string.lstrip("# ")
        for token in tokens
        if token.type == tokenize.COMMENT
    }


def stated_value(comment: str) -> tuple[Any] | None:
    """The value that a comment begins with, in a tuple of one; None if there is none."""
    text = re.sub(r"(?<=\]) and (?=\[)", ", ", comment)
    for end in reversed([match.start() for match in _ENDS.finditer(text)]):
        start = text[:end].rstrip(" ,")
        try:
            return (ast.literal_eval(start),)
        except (SyntaxError, ValueError):
            continue
    return None


def plain(value: Any) -> Any:
    """The value with arrays as lists, so that it compares with a literal."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, list | tuple):
        return type(value)(map(plain, value))
    return value

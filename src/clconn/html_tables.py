"""Small tables of HTML for notebooks: no script, no style but of their own cells, all escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["facts_table", "rows_table"]

_LEFT = ' style="text-align:left"'


def facts_table(title: str, facts: Iterable[tuple[str, object]]) -> str:
    """Return a table with a name and a value in each row; those with an empty value are left out.

    Integers get separators of thousands.
    """
    lines = [
        f'<tr><th scope="row"{_LEFT}>{escape(name)}</th><td{_LEFT}>{_text(value)}</td></tr>'
        for name, value in facts
        if value != ""
    ]
    return f"<table>{_caption(title)}<tbody>{''.join(lines)}</tbody></table>"


def rows_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table with a line of heads."""
    head = "".join(f'<th scope="col"{_LEFT}>{escape(each)}</th>' for each in heads)
    lines = (
        f"<tr>{''.join(f'<td{_LEFT}>{_text(value)}</td>' for value in row)}</tr>" for row in rows
    )
    return (
        f"<table>{_caption(title)}<thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(lines)}</tbody></table>"
    )


def _caption(title: str) -> str:
    return f'<caption style="text-align:left"><b>{escape(title)}</b></caption>'


def _text(value: object) -> str:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if is_number else escape(str(value))

"""The script of an exploration's page: sort the ranking by a column, and filter it by words.

Without it the ranking is whole and in its order; the controls are hidden until it runs. A click on
a cell of the heat map shows the variants of its pair. The order is stable, and numbers sort by the
``data-value`` of their cells.
"""

from __future__ import annotations

__all__ = ["CONTROLS", "SCRIPT", "SECURITY_POLICY"]

SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""A browser loads nothing for the page, from no network and no file."""

CONTROLS = (
    '<p class="controls" hidden><label>Show variants with all of these words: '
    '<input type="search" placeholder="kout halve" spellcheck="false"></label> '
    "<output></output></p>"
)

SCRIPT = """\
"use strict";
(() => {
  const table = document.getElementById("ranking");
  const body = table.tBodies[0];
  const controls = document.querySelector(".controls");
  const input = controls.querySelector("input");
  const heads = [...table.tHead.rows[0].cells];

  const filter = () => {
    const words = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const row of body.rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every(word => text.includes(word));
      shown += !row.hidden;
    }
    controls.querySelector("output").textContent = `${shown} of ${body.rows.length}`;
  };

  const value = (row, column) => {
    const cell = row.cells[column];
    return "value" in cell.dataset ? Number(cell.dataset.value) : cell.textContent;
  };
  const compare = (a, b) => typeof a === "number" ? a - b : a.localeCompare(b);

  const sort = column => {
    const head = heads[column];
    const descending = head.getAttribute("aria-sort") === "ascending";
    heads.forEach(each => each.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const sign = descending ? -1 : 1;
    body.append(...[...body.rows].sort(
      (one, two) => sign * compare(value(one, column), value(two, column))));
  };

  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.addEventListener("click", () => sort(column));
    head.replaceChildren(button);
  });
  input.addEventListener("input", filter);
  document.querySelectorAll(".map td[data-filter]").forEach(cell =>
    cell.addEventListener("click", () => {
      input.value = cell.dataset.filter;
      filter();
      table.scrollIntoView({block: "nearest"});
    }));
  controls.hidden = false;
  filter();
})();
"""

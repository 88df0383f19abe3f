// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ListCards } from "./list-cards.tsx";
import { ListTable } from "./list-table.tsx";
import type { DisplayedColumn, DisplayedList } from "./displayed-list.ts";

afterEach(cleanup);

type Row = { readonly id: string; readonly isLocked: boolean };

const column = (id: string, more: Partial<DisplayedColumn<Row>> = {}): DisplayedColumn<Row> => ({
  id,
  header: id,
  cell: (row) => `${id} ${row.id}`,
  action: undefined,
  namesRow: false,
  card: undefined,
  sort: undefined,
  align: undefined,
  width: 9,
  resize: { label: `Breite ${id}`, onWidth: () => undefined },
  ...more,
});

const list: DisplayedList<Row> = {
  label: "Mitarbeitende",
  columns: [
    column("Name", { namesRow: true }),
    column("Status", {
      card: "badge",
      action: ({ isLocked }) => (isLocked ? <button type="button">Entsperren</button> : null),
    }),
    column("Zweiter Faktor", { card: "named" }),
    column("Angelegt"),
  ],
  rows: [
    { id: "1", isLocked: true },
    { id: "2", isLocked: false },
  ],
  reloading: false,
  fallback: undefined,
  currentId: undefined,
  selection: undefined,
  details: undefined,
  menu: undefined,
};

it("a card ends with the button of a cell, after all details", () => {
  render(<ListCards {...list} />);
  const [locked, open] = screen.getAllByRole("listitem");
  if (locked === undefined || open === undefined) throw new Error("the cards are missing");
  const button = within(locked).getByRole("button", { name: "Entsperren" });
  expect(locked.lastElementChild?.contains(button)).toBe(true);
  expect(button.closest("dl")).toBeNull();
  expect(locked.textContent).toMatch(/Angelegt 1Entsperren$/);
  expect(within(open).queryByRole("button")).toBeNull();
});

it("a table shows the button of a cell below its content", () => {
  render(<ListTable {...list} />);
  const cells = screen.getAllByRole("cell", { name: /^Status/ });
  expect(cells.map(({ textContent }) => textContent)).toEqual(["Status 1Entsperren", "Status 2"]);
});

// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  HeaderCell,
  SortableHeaderCell,
  TableBody,
  TableCard,
  TableCell,
  TableHeader,
  TableRow,
} from "./data-table.tsx";
import { Pagination } from "./pagination.tsx";
import { pageNumbers } from "./page-numbers.ts";
import { SelectionBar } from "./selection-bar.tsx";

afterEach(cleanup);

describe("data table", () => {
  it("the whole header cell sorts and announces its order", () => {
    const sort = vi.fn();
    render(
      <TableCard label="Mitarbeitende" reloading>
        <TableHeader>
          <SortableHeaderCell order="desc" onSort={sort}>
            Name
          </SortableHeaderCell>
          <SortableHeaderCell onSort={sort}>Rolle</SortableHeaderCell>
          <HeaderCell>Status</HeaderCell>
        </TableHeader>
        <TableBody>
          <TableRow selected>
            <TableCell header>Mira</TableCell>
            <TableCell>Nur lesen</TableCell>
            <TableCell>Aktiv</TableCell>
          </TableRow>
        </TableBody>
      </TableCard>,
    );
    expect(screen.getByRole("columnheader", { name: "Name" }).getAttribute("aria-sort")).toBe("descending");
    expect(screen.getByRole("columnheader", { name: "Rolle" }).getAttribute("aria-sort")).toBe("none");
    expect(screen.getByRole("columnheader", { name: "Status" }).getAttribute("aria-sort")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Rolle" }));
    expect(sort).toHaveBeenCalledTimes(1);
    expect(screen.getByRole("rowheader", { name: "Mira" })).toBeDefined();
    expect(screen.getByRole("table", { name: "Mitarbeitende" })).toBeDefined();
  });
});

describe("pageNumbers", () => {
  it.each([
    [1, 1, [1]],
    [1, 0, [1]],
    [2, 3, [1, 2, 3]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 20, [1, 2, 3, 4, 5, null, 20]],
    [10, 20, [1, null, 9, 10, 11, null, 20]],
    [20, 20, [1, null, 16, 17, 18, 19, 20]],
  ])("page %i of %i", (page, pages, expected) => {
    expect(pageNumbers(page, pages)).toEqual(expected);
  });

  it("always contains the current page and marks every gap", () => {
    for (let pages = 1; pages <= 40; pages += 1) {
      for (let page = 1; page <= pages; page += 1) {
        const numbers = pageNumbers(page, pages);
        expect(numbers).toContain(page);
        const jumps = numbers.filter((number, index) => {
          const before = numbers[index - 1];
          return number !== null && typeof before === "number" && number !== before + 1;
        });
        expect(jumps).toEqual([]);
      }
    }
  });
});

describe("Pagination", () => {
  it("navigates between pages and stops at the ends", () => {
    const go = vi.fn();
    render(
      <Pagination
        label="Seiten"
        range="1–20 von 46"
        page={1}
        pages={3}
        onPage={go}
        pageSize={20}
        pageSizes={[20, 50]}
        onPageSize={vi.fn()}
        sizeLabel="Pro Seite"
        previousLabel="Zurück"
        nextLabel="Weiter"
        pageLabel={(page) => `Seite ${page}`}
      />,
    );
    fireEvent.click(screen.getByRole("button", { name: "Zurück" }));
    expect(go).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Weiter" }));
    fireEvent.click(screen.getByRole("button", { name: "Seite 3" }));
    expect(go.mock.calls).toEqual([[2], [3]]);
    expect(screen.getByRole("button", { name: "Seite 1" }).getAttribute("aria-current")).toBe("page");
  });
});

describe("SelectionBar", () => {
  it("Escape clears the selection, but not while a dialog is open", () => {
    const clear = vi.fn();
    const bar = <SelectionBar count="3 ausgewählt" actions={null} clearLabel="Aufheben" onClear={clear} />;
    const { rerender } = render(
      <>
        {bar}
        <div role="dialog" />
      </>,
    );
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(clear).not.toHaveBeenCalled();
    rerender(bar);
    fireEvent.keyDown(document.body, { key: "Escape" });
    expect(clear).toHaveBeenCalledTimes(1);
  });
});

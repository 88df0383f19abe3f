import { describe, expect, it } from "vitest";
import { findPage } from "./legacy-list.ts";

const rows = [
  { id: "1", name: "Müßig-Muster", number: "10", seen: "2026-01-05" },
  { id: "2", name: "Ádam-Muster", number: "9", seen: null },
  { id: "3", name: "Zeta-Muster", number: "100", seen: "2025-12-31" },
  { id: "4", name: "adam-muster", number: "7", seen: null },
];
type Field = "id" | "name" | "number" | "seen";
const shape = { searchFields: ["name", "number"], thenBy: ["number"] } as const;
const query = { page: 1, limit: 20, sortBy: "name" as Field, sortOrder: "asc" as "asc" | "desc" };
const idsOf = (overrides: Partial<typeof query> & { search?: string }) =>
  findPage(rows, { ...query, ...overrides }, shape).data.map(({ id }) => id);

describe("a list of the legacy server", () => {
  it.each([
    ["MUSSIG", ["1"]],
    ["müßig", ["1"]],
    ["adam", ["4", "2"]],
    ["muster 10", ["1", "3"]],
    ["  muster   zeta ", ["3"]],
    ["nobody", []],
    ["", ["4", "2", "1", "3"]],
  ])("R0-213 finds %j by all of its words, regardless of case and accents", (search, ids) => {
    expect(idsOf({ search })).toEqual(ids);
  });

  it("see R0-213 sorts numbers by value, and rows without a value last in both directions", () => {
    expect(idsOf({ sortBy: "number" })).toEqual(["4", "2", "1", "3"]);
    expect(idsOf({ sortBy: "number", sortOrder: "desc" })).toEqual(["3", "1", "2", "4"]);
    expect(idsOf({ sortBy: "seen" })).toEqual(["3", "1", "4", "2"]);
    expect(idsOf({ sortBy: "seen", sortOrder: "desc" })).toEqual(["1", "3", "4", "2"]);
  });

  it("see R0-213 returns pages and the number of rows found", () => {
    const { data, pagination } = findPage(rows, { ...query, search: "muster", page: 2, limit: 3 }, shape);
    expect([data.map(({ id }) => id), pagination]).toEqual([
      ["3"],
      { page: 2, limit: 3, total: 4, pages: 2 },
    ]);
    expect(findPage(rows, { ...query, page: 9 }, shape).data).toEqual([]);
  });
});

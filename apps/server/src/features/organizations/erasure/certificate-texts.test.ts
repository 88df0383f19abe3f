import { describe, expect, it } from "vitest";
import { emptiedTables } from "../../../platform/db/organization-tables.ts";
import { erasedLines } from "./certificate-texts.ts";

describe("the lines of a certificate", () => {
  it("see R0-108 give every erased table a German name of its own", () => {
    const tables = [...emptiedTables, "person", "audit_name"];
    const lines = erasedLines(Object.fromEntries(tables.map((table) => [table, 3])));
    expect(lines.map(({ table }) => table).toSorted()).toEqual(tables.toSorted());
    expect(lines.filter(({ name, table }) => name === table)).toEqual([]);
    expect(new Set(lines.map(({ name }) => name)).size).toBe(tables.length);
  });

  it("see R0-108 name a table of an earlier version as it was", () => {
    expect(erasedLines({ former_table: 2 })).toEqual([
      { name: "former_table", table: "former_table", count: 2 },
    ]);
  });
});

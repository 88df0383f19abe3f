import { describe, expect, it } from "vitest";
import { emptiedTables } from "../../../platform/db/organization-tables.ts";
import { erasedLines, remainders } from "./certificate-texts.ts";

describe("the lines of a certificate", () => {
  it("see R0-108 give every erased table a German name of its own", () => {
    const tables = [...emptiedTables, "person", "invoice", "audit_name"];
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

describe("what remains of an organization", () => {
  it("see R0-161 includes its invoices, until the end of their retention and with the legal basis", () => {
    const whats = (invoices: Parameters<typeof remainders>[3]) =>
      remainders({}, "7", false, invoices).filter(({ what }) => what.startsWith("Rechnungen"));
    expect(whats(null)).toEqual([]);
    const [line] = whats({ count: 3, until: "31. Dezember 2034" });
    expect(line?.what).toBe("Rechnungen und Gutschriften mit Zahlungen: 3");
    expect(line?.why).toContain("bis zum 31. Dezember 2034");
    expect(line?.why).toContain("Art. 17 Abs. 3 Buchst. b DSGVO");
  });
});

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

  it("see R0-108 name a table of an earlier version by its name in the database", () => {
    expect(erasedLines({ former_table: 2 })).toEqual([
      { name: "former_table", table: "former_table", count: 2 },
    ]);
  });
});

describe("what remains of an organization", () => {
  it("see R0-108 is named with its reason and its legal basis, as far as it applies", () => {
    const invoices = { count: 3, until: "31. Dezember 2034" };
    const lines = remainders({ membership: 5, person: 3, cloud_sync: 1 }, "7", true, invoices);
    const expected = [
      ["Protokoll der Praxis: 7 Einträge ohne Namen", "keine Lücke", "Art. 5 Abs. 2 und Art. 32"],
      [
        "Der leere Eintrag der Praxis: Kennung, Land, Tarif und Zeitpunkte",
        "noch einmal vergeben",
        "Art. 5 Abs. 2",
      ],
      [
        "Diese Bescheinigung mit dem Namen der Praxis und dem der kündigenden Person",
        "weist die Löschung nach",
        "Art. 5 Abs. 2 und Art. 17 Abs. 3 Buchst. e",
      ],
      [
        "E-Mail-Adressen der letzten Praxis-Administration",
        "30 Tage nach dem Ausstellen gelöscht",
        "Art. 6 Abs. 1 Buchst. b und f",
      ],
      [
        "Rechnungen und Gutschriften mit Zahlungen: 3",
        "bis zum 31. Dezember 2034",
        "Art. 6 Abs. 1 Buchst. c und Art. 17 Abs. 3 Buchst. b",
      ],
      [
        "Konten von Personen, die auch anderswo im Portal arbeiten: 2",
        "Verträgen mit anderen Praxen",
        "Art. 6 Abs. 1 Buchst. b",
      ],
      [
        "Verschlüsselte Sicherungen der Praxis im Speicher des Betreibers",
        "Nur die Praxis hat den Schlüssel",
        "Art. 28 Abs. 3 Buchst. g",
      ],
      [
        "Sicherungskopien des Betreibers von der Zeit vor der Löschung",
        "nach ihrer Frist überschrieben",
        "Art. 32 Abs. 1 Buchst. c",
      ],
    ] as const;
    expect(lines.map(({ what }) => what)).toEqual(expected.map(([what]) => what));
    for (const [index, [, reason, basis]] of expected.entries()) {
      expect(lines[index]?.why).toContain(reason);
      expect(lines[index]?.why).toContain(`Rechtsgrundlage: ${basis} DSGVO.`);
    }
    const minimal = remainders({ membership: 3, person: 3 }, "7", false, null).map(({ what }) => what);
    expect(minimal).toEqual([
      ...[0, 1].map((index) => expected[index]?.[0]),
      "Diese Bescheinigung mit dem Namen der Praxis",
      ...[3, 7].map((index) => expected[index]?.[0]),
    ]);
  });

  it("see R0-161 includes its invoices, until the end of their retention and with the legal basis", () => {
    const invoiceLines = (invoices: Parameters<typeof remainders>[3]) =>
      remainders({}, "7", false, invoices).filter(({ what }) => what.startsWith("Rechnungen"));
    expect(invoiceLines(null)).toEqual([]);
    const [line] = invoiceLines({ count: 3, until: "31. Dezember 2034" });
    expect(line?.what).toBe("Rechnungen und Gutschriften mit Zahlungen: 3");
    expect(line?.why).toContain("bis zum 31. Dezember 2034");
    expect(line?.why).toContain("Art. 17 Abs. 3 Buchst. b DSGVO");
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type DirectDebit, type DirectDebitBatch, writeDirectDebits } from "./pain008.ts";
import { sepaText } from "./sepa-text.ts";

const file = new URL("fixtures/direct-debits.xml", import.meta.url);
const isWriting = process.env["UPDATE_GOLDEN"] === "true";

const address = {
  street: "Musterstraße",
  houseNumber: "2 a",
  postalCode: "00000",
  city: "Musterstadt",
  country: "DE",
} as const;

const debit: DirectDebit = {
  endToEndId: "RE-2026-000123",
  amountCents: 12_305,
  debtor: { name: "Praxis Müller & Söhne", iban: "DE02 5001 0517 0137 0750 30", address },
  mandate: { id: "MANDAT-1", signedOn: "2026-01-15" },
  sequence: "RCUR",
  collectionDate: "2026-12-06",
  text: "Rechnung RE-2026-000123",
};

const batch: DirectDebitBatch = {
  messageId: "LS-2026-000007",
  createdAt: new Date("2026-11-22T08:30:05.123Z"),
  creditor: {
    name: "Praxisportal Betrieb GmbH",
    id: "DE98ZZZ09999999999",
    iban: "DE02120300000000202051",
    bic: "MUSTDEFFXXX",
    address: { ...address, street: "Beispielstraße 1", houseNumber: null },
  },
  debits: [
    debit,
    {
      ...debit,
      endToEndId: "RE-2026-000124",
      amountCents: 5,
      mandate: { id: "MANDAT-2", signedOn: "2026-10-01" },
    },
    { ...debit, endToEndId: "RE-2026-000125", amountCents: 100_000, sequence: "FRST" },
  ],
};

describe("a file of direct debits", () => {
  it("R0-176 is a pain.008.001.08 document with mandate and structured address", () => {
    const xml = writeDirectDebits(batch);
    if (isWriting) writeFileSync(file, xml);
    expect(xml).toBe(readFileSync(file, "utf8"));
    expect(xml).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"');
    expect(xml).toContain("<MndtId>MANDAT-1</MndtId>");
    expect(xml).toContain("<DtOfSgntr>2026-01-15</DtOfSgntr>");
    expect(xml).toContain("<StrtNm>Musterstrasse</StrtNm>");
    expect(xml).toContain("<BldgNb>2 a</BldgNb>");
    expect(xml).not.toContain("<AdrLine>");
  });

  it("has a group with its own sum per collection date and sequence", () => {
    const xml = writeDirectDebits(batch);
    const values = (name: string) =>
      [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "g"))].map(([, value]) => value);
    expect(values("CtrlSum")).toEqual(["1123.10", "123.10", "1000.00"]);
    expect(values("NbOfTxs")).toEqual(["3", "2", "1"]);
    expect(values("SeqTp")).toEqual(["RCUR", "FRST"]);
    expect(values("PmtInfId")).toEqual(["LS-2026-000007-1", "LS-2026-000007-2"]);
  });

  it("contains only characters that every bank accepts", () => {
    expect(sepaText("Praxis Dr. Ćwik-Größe & Søn „Nord“ 😀", 70)).toBe("Praxis Dr. Cwik-Groesse + Soen Nord");
    expect(sepaText("Straße", 5)).toBe("Stras");
  });
});

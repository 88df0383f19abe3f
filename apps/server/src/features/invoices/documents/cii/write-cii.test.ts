import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { goldenDocuments, referenceDocuments } from "../testing/sample-documents.ts";
import { fixture, schemaCheck } from "../testing/read-cii.ts";
import { planLine, sampleInvoice } from "../testing/sample-invoice.ts";
import { writeCii } from "./write-cii.ts";

/** Set to overwrite the golden files; the difference is then reviewed. */
const isWriting = process.env["UPDATE_GOLDEN"] === "true";

describe("the Cross Industry Invoice", () => {
  it("R0-173 reproduces the reference files byte for byte", () => {
    expect(Object.keys(referenceDocuments)).toHaveLength(5);
    for (const [name, document] of Object.entries(referenceDocuments)) {
      expect(writeCii(document), name).toBe(fixture(`reference-${name}.xml`));
    }
  });

  it("R0-173 equals the golden files", () => {
    expect(Object.keys(goldenDocuments)).toHaveLength(12);
    for (const [name, document] of Object.entries(goldenDocuments)) {
      const xml = writeCii(document);
      const file = `golden-${name}.xml`;
      if (isWriting) writeFileSync(new URL(`../fixtures/${file}`, import.meta.url), xml);
      expect(xml, name).toBe(fixture(file));
    }
  });

  it("R0-172 passes the schema of Factur-X 1.07.3 in every kind of document", () => {
    const check = schemaCheck();
    for (const [name, document] of Object.entries({ ...referenceDocuments, ...goldenDocuments })) {
      expect(() => check(writeCii(document)), name).not.toThrow();
    }
    expect(() => check(writeCii(sampleInvoice()).replace("<ram:TypeCode>380</ram:TypeCode>", ""))).toThrow(
      "TypeCode",
    );
  });

  it("see R0-172 contains any text without breaking the XML", () => {
    const text = `</ram:Name><x a="'">&amp;\u0000\u001b\uffff\ud800`;
    const xml = writeCii(sampleInvoice({ lines: [{ ...planLine, text }] }));
    expect(xml).toContain("<ram:Name>&lt;/ram:Name&gt;&lt;x a=&quot;'&quot;&gt;&amp;amp;\ufffd</ram:Name>");
    expect(() => schemaCheck()(xml)).not.toThrow();
  });

  it("names no VAT identifier and no rate outside the scope of VAT", () => {
    const xml = writeCii(goldenDocuments["third-country"]);
    expect(xml).not.toContain('schemeID="VA"');
    expect(xml).not.toContain("RateApplicablePercent");
    expect(xml).toContain("<ram:ExemptionReasonCode>VATEX-EU-O</ram:ExemptionReasonCode>");
  });
});

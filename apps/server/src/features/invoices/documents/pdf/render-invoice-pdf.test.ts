import { extractText } from "unpdf";
import { describe, expect, it } from "vitest";
import { writeCii } from "../cii/write-cii.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import { openPdf, readQrCode } from "../../../../../test/files/read-pdf.ts";
import { goldenDocuments, referenceDocuments } from "../testing/sample-documents.ts";
import { lineOf, sampleInvoice } from "../testing/sample-invoice.ts";
import { renderInvoicePdf } from "./render-invoice-pdf.ts";

const golden = (name: keyof typeof goldenDocuments): InvoiceDocument => goldenDocuments[name];

async function render(document: InvoiceDocument) {
  const xml = Buffer.from(writeCii(document), "utf8");
  const bytes = await renderInvoicePdf(document, xml);
  const pdf = await openPdf(bytes);
  const text = async () =>
    (await extractText(pdf, { mergePages: true })).text.replaceAll(/[\s\u00a0]+/g, " ");
  return { xml, bytes, pdf, text, source: bytes.toString("latin1") };
}

type StructureNode = { role?: string; children?: StructureNode[] };

/** Returns the roles of the structure, depth first. */
function rolesOf({ role, children = [] }: StructureNode): string[] {
  return [...(role === undefined ? [] : [role]), ...children.flatMap(rolesOf)];
}

describe("the PDF of an invoice", () => {
  it("names the account without a code when francs are paid to an account outside Switzerland", async () => {
    const { text, source } = await render(sampleInvoice({ currency: "CHF", lines: [lineOf({})] }));
    expect(await text()).toContain("DE02 1203 0000 0000 2020 51");
    expect(source).not.toContain("/Figure");
    expect((await render(sampleInvoice())).source).toContain("/Figure");
  });

  it("R0-169 is a tagged PDF/A-3 whose attachment equals the XML", async () => {
    const { pdf, xml, source } = await render(golden("de-several-lines"));
    expect([...((await pdf.getAttachments()) ?? []).keys()]).toEqual(["factur-x.xml"]);
    const attachment = await pdf.getAttachmentContent("factur-x.xml");
    expect(attachment && Buffer.from(attachment).equals(xml)).toBe(true);
    // Checkers of PDF/A do not notice a wrong relationship.
    expect(source).toMatch(/\/AFRelationship \/Alternative/);
    expect(source).toMatch(/\/AF \[\d+ 0 R\]/);
    expect(source).toMatch(/\/Subtype \/text#2Fxml/);
    expect(source).toContain("<pdfaid:part>3</pdfaid:part>");
    expect(source).toContain("<pdfaid:conformance>A</pdfaid:conformance>");
    expect(source).toContain("<pdfuaid:part>1</pdfuaid:part>");
    expect(source).toContain("<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>");
    expect(source).toContain("<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>");
    expect(source).toContain("<pdfaSchema:prefix>fx</pdfaSchema:prefix>");
    expect(source).toContain("/OutputIntents");
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: "Rechnung RE-2026-000123", Language: "de-DE" });
    expect((await pdf.getOutline()).map(({ title }) => title)).toEqual(["Rechnung RE-2026-000123"]);
    const roles = rolesOf((await (await pdf.getPage(1)).getStructTree()) as StructureNode);
    for (const role of ["Document", "H1", "H2", "P", "Table", "TR", "TH", "TD", "Figure"]) {
      expect(roles).toContain(role);
    }
    expect(source).toMatch(/\/Scope \/Column/);
  });

  it.each(["de-credit-note", "de-direct-debit", "ch-francs", "proration"] as const)(
    "see R0-169 is a tagged PDF/A-3 with its XML for every kind of document: %s",
    async (name) => {
      const { pdf, xml, source } = await render(golden(name));
      const attachment = await pdf.getAttachmentContent("factur-x.xml");
      expect(attachment && Buffer.from(attachment).equals(xml)).toBe(true);
      expect(source).toContain("<pdfaid:part>3</pdfaid:part>");
      expect(source).toContain("<pdfaid:conformance>A</pdfaid:conformance>");
      expect(source).toContain("<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>");
      expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    },
  );

  it("embeds every font and uses no character without a glyph", async () => {
    const { source, text } = await render(golden("special-characters"));
    const fonts = source.match(/\/Type \/FontDescriptor/g) ?? [];
    expect(fonts.length).toBeGreaterThan(0);
    expect(source.match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(fonts.length);
    expect(source).not.toContain("/Helvetica");
    expect(await text()).toContain('Praxis "Nord" <Süd> & Söhne');
    expect(await text()).toContain("Tarif <b>Ärzt&innen</b> ]]> ?");
  });

  it("writes the amounts of a credit within an invoice with a minus sign", async () => {
    const text = (await (await render(golden("proration"))).text()).replaceAll(/\s/g, "");
    expect(text).toMatch(/\u221215.*\u2212\d+,\d\d€/);
    expect(text).not.toMatch(/-\d+,\d\d€/);
  });

  it("is rendered to the same bytes each time", async () => {
    const document = golden("de-direct-debit");
    const [first, second] = [await render(document), await render(document)];
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });

  it("repeats the head of the table on each page and counts the pages", async () => {
    const lines = Array.from({ length: 50 }, (_, index) => lineOf({ text: `Leistung ${index + 1}` }));
    const { pdf, source } = await render(sampleInvoice({ lines }));
    const { text: pages } = await extractText(pdf);
    expect(pages).toHaveLength(3);
    for (const [index, page] of pages.entries()) expect(page).toContain(`Seite ${index + 1} von 3`);
    expect(pages[1]).toContain("Einzelpreis");
    // Screen readers read the head once.
    expect(source.match(/\/S \/TH\b/g)).toHaveLength(6);
  });

  it("R0-175 contains an EPC QR code for a transfer in euros", async () => {
    const { pdf } = await render(golden("de-several-lines"));
    expect(await readQrCode(pdf, 1)).toBe(
      [
        "BCD",
        "002",
        "1",
        "SCT",
        "",
        "Praxisportal Betrieb GmbH",
        "DE02120300000000202051",
        "EUR176.47",
        "",
        "",
        "RE-2026-000123",
      ].join("\n"),
    );
  });

  it("R0-175 contains a Swiss QR-bill for a transfer in francs", async () => {
    const { pdf, text } = await render(golden("ch-francs"));
    expect((await readQrCode(pdf, 1))?.split(/\r?\n/)).toEqual(
      [
        ["SPC", "0200", "1", "CH5800791123000889012"],
        ["S", "Praxisportal Muster AG", "Musterstrasse", "7", "8000", "Musterstadt", "CH"],
        ["", "", "", "", "", "", "", "139.45", "CHF"],
        ["S", "Praxis am Musterplatz", "Musterplatz", "2", "8000", "Musterstadt", "CH"],
        ["SCOR", "RF78RE2026000130", "RE-2026-000130", "EPD"],
      ].flat(),
    );
    expect(await text()).toContain("Empfangsschein");
  });

  it("R0-175 names the collection of a direct debit with a masked account, and no code", async () => {
    const { text, pdf } = await render(golden("de-direct-debit"));
    expect(await text()).toContain("am 06.12.2026 von Ihrem Konto ein");
    expect(await text()).toContain("DE•• •••• 5030");
    expect(await text()).not.toContain("50010517");
    expect(await readQrCode(pdf, 1).catch(() => undefined)).toBeUndefined();
  });

  it("names the corrected invoice of a credit note and asks for no payment", async () => {
    const { text } = await render(golden("de-credit-note"));
    expect(await text()).toContain("Korrektur der Rechnung RE-2026-000122 vom 04.11.2026.");
    expect(await text()).not.toContain("überweisen");
  });

  it("is marked as the visual copy of an XRechnung, so that no software books it a second time", async () => {
    const { text, source } = await render(referenceDocuments.xr);
    expect(await text()).toContain("Sichtkopie: Die Rechnung ist die beigefügte XRechnung (XML).");
    expect(source).not.toContain("urn:factur-x");
    expect(source).toMatch(/\/AFRelationship \/Source/);
  });

  it.each([
    ["en", "Invoice", "en-GB", "€153.51"],
    ["fr", "Facture", "fr-FR", "153,51 €"],
    ["it", "Fattura", "it-IT", "153,51 €"],
  ] as const)("is written in %s", async (language, title, locale, amount) => {
    const { text, pdf } = await render({ ...golden("de-one-line"), language });
    expect(await text()).toContain(title);
    expect(await text()).toContain(amount);
    expect((await pdf.getMetadata()).info).toMatchObject({ Language: locale });
  });
});

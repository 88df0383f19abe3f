import { createRequire } from "node:module";
import { contractRetrievalMs } from "@praxisportal/contract/limits";
import PdfKit from "pdfkit";
import type { ErasureFacts } from "./certificate.platform-queries.ts";
import { erasedLines, remainders } from "./certificate-texts.ts";

const require = createRequire(import.meta.url);
/** Embedded fonts, so that names in any European language can be printed. */
const fonts = {
  regular: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  bold: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"),
} as const;

const sizes = { title: 20, heading: 12, text: 9, footer: 8 } as const;
const lineColor = "#c9d1d6";

/** Renders the certificate of an erased organization as a tagged PDF in German. */
export async function renderCertificate(
  facts: ErasureFacts,
  operatorName: string,
  issuedAt: Date,
): Promise<Buffer> {
  const document = new PdfKit({
    size: "A4",
    margins: { top: 56, bottom: 56, left: 56, right: 56 },
    // Page numbers need the number of pages.
    bufferPages: true,
    pdfVersion: "1.7",
    tagged: true,
    lang: "de-DE",
    displayTitle: true,
    info: {
      Title: "Löschbescheinigung",
      Author: operatorName,
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  });
  const chunks: Buffer[] = [];
  document.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolveEnd) => document.once("end", resolveEnd));
  for (const [name, file] of Object.entries(fonts)) document.registerFont(name, file);
  write(new Page(document), facts, operatorName, issuedAt);
  numberPages(document, facts.practiceCode);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

function write(page: Page, facts: ErasureFacts, operatorName: string, issuedAt: Date): void {
  const time = (at: Date) =>
    new Intl.DateTimeFormat("de-DE", {
      dateStyle: "long",
      timeStyle: "short",
      timeZone: facts.timeZone,
    }).format(at);
  const { notice } = facts;
  page.title("Löschbescheinigung");
  page.paragraph(
    `${operatorName} bestätigt als Betreiber des Praxisportals, dass die Daten der Praxis „${facts.name}“ nach dem Ende des Auftrags gelöscht wurden (Art. 28 Abs. 3 Buchst. g DSGVO). Es gibt im Portal keine weitere Kopie davon, außer dem, was unten genannt ist.`,
  );
  page.table(
    [130, 353],
    [
      ["Betreiber", operatorName],
      ["Praxis", facts.name],
      ["Praxiscode", facts.practiceCode],
      ["Kennung", facts.organizationId],
      ["Angelegt", time(facts.createdAt)],
      ...(notice === null
        ? [["Zugang beendet", time(facts.deletedAt)]]
        : [
            [
              "Gekündigt",
              `${time(new Date(notice.givenAt))}${notice.givenBy ? ` von ${notice.givenBy}` : ""}`,
            ],
            ["Ende des Vertrags", time(new Date(notice.endsAt))],
            ["Lesen und Export bis", time(new Date(new Date(notice.endsAt).getTime() + contractRetrievalMs))],
          ]),
      ["Löschung begonnen", time(facts.startedAt)],
      ["Löschung beendet", time(facts.erasedAt)],
      ["Ausgestellt", time(issuedAt)],
    ],
  );
  page.heading("Was gelöscht wurde");
  const number = new Intl.NumberFormat("de-DE");
  const erasedRows = erasedLines(facts.counts);
  page.table(
    [263, 140, { width: 80, align: { x: "right" } }],
    erasedRows.map(({ name, table, count }) => [name, table, number.format(count)]),
    ["Daten", "Tabelle", "Anzahl"],
  );
  page.heading("Was bleibt und warum");
  const invoices = facts.invoices && { ...facts.invoices, until: dayText(facts.invoices.until) };
  const remaining = remainders(facts.counts, number.format(facts.head.seq), notice !== null, invoices);
  page.table(
    [193, 290],
    remaining.map(({ what, why }) => [what, why]),
    ["Was", "Warum"],
  );
  page.heading("Ende des Protokolls");
  page.paragraph(
    `Jeder Eintrag des Protokolls enthält den Hashwert (SHA-256) des vorigen. Der letzte Eintrag hat die Nummer ${number.format(facts.head.seq)} und den Hashwert:`,
  );
  page.paragraph(facts.head.hash);
  page.paragraph("Diese Bescheinigung wurde maschinell erstellt und ist ohne Unterschrift gültig.");
}

/** Returns a day `YYYY-MM-DD` in German format. */
function dayText(day: string): string {
  return new Intl.DateTimeFormat("de-DE", { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}

type Structure = PDFKit.PDFStructureElement;
type Column = number | PDFKit.Mixins.ColumnStyle;

/** Writes a page number at the foot of each page, marked as an artifact so that screen readers skip it. */
function numberPages(document: PDFKit.PDFDocument, practiceCode: string): void {
  const { count } = document.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(index);
    const { page } = document;
    const { left, right } = page.margins;
    const y = page.height - 40;
    // Text below the margin would begin a new page.
    page.margins.bottom = 0;
    document.markContent("Artifact", { type: "Pagination" });
    document
      .font("regular", sizes.footer)
      .text(`Löschbescheinigung ${practiceCode} · Seite ${index + 1} von ${count}`, left, y, {
        width: page.width - left - right,
        align: "right",
      });
    document.endMarkedContent();
  }
}

/** Writes the parts of a document from top to bottom, each with its place in the structure for screen readers. */
class Page {
  readonly #document: PDFKit.PDFDocument;
  readonly #root: Structure;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    this.#root = document.struct("Document");
    document.addStructure(this.#root);
  }

  title(text: string): void {
    this.#write("H1", text, "bold", sizes.title);
  }

  heading(text: string): void {
    this.#document.moveDown(1);
    this.#write("H2", text, "bold", sizes.heading);
  }

  paragraph(text: string): void {
    this.#write("P", text, "regular", sizes.text);
  }

  /** Writes rows with columns of these styles or widths in points. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[], head?: readonly string[]): void {
    const document = this.#document.font("regular", sizes.text);
    const structure = document.struct("Table");
    this.#root.add(structure);
    const options: PDFKit.Mixins.TableOptionsWithData & { structParent: Structure } = {
      columnStyles: [...columns],
      rowStyles: { borderColor: lineColor, border: [0, 0, 0.5, 0], padding: [3, 6, 3, 0] },
      structParent: structure,
      data: [
        ...(head === undefined
          ? []
          : [head.map((text) => ({ text, type: "TH" as const, font: { src: "bold", size: sizes.text } }))]),
        ...rows.map((row) => [...row]),
      ],
    };
    document.table(options);
    structure.end();
    document.moveDown(0.5);
  }

  #write(type: string, text: string, font: keyof typeof fonts, size: number): void {
    const document = this.#document;
    this.#root.add(
      document.struct(type, {}, () => {
        document.font(font, size).text(text, document.page.margins.left).moveDown(0.5);
      }),
    );
  }
}

import PdfKit from "pdfkit";
import { fontName, printable, registerFonts } from "./fonts.ts";

export const colors = { text: "#14211f", muted: "#55635f", line: "#c5cecb", strong: "#26322f" } as const;

export type Style = { size: number; isBold?: boolean; color?: keyof typeof colors };
export type Box = { x: number; y: number; width: number; align?: "left" | "right" };
export type Structure = PDFKit.PDFStructureElement;

const pointsPerMm = 72 / 25.4;
export const mm = (length: number) => length * pointsPerMm;

/** Edges and width of the text between the margins, in points. */
export const left = mm(22);
export const right = mm(193);
export const width = right - left;
/** Bottom of the text, above the footer. */
const bottom = mm(263);
/** Top of the text on further pages. */
const furtherTop = mm(22);

type SheetOptions = {
  title: string;
  locale: string;
  createdAt: Date;
  metadata: string;
  /** Part 3 of PDF/A allows attachments, part 2 forbids them. */
  subset: "PDF/A-2a" | "PDF/A-3a";
};

/** A4 document that is written from top to bottom. All content is either tagged or marked as decoration. */
export class Sheet {
  readonly document: PDFKit.PDFDocument;
  /** Top of the next text. */
  y = 0;
  readonly #root: Structure;
  readonly #chunks: Buffer[] = [];

  constructor({ title, locale, createdAt, metadata, subset }: SheetOptions) {
    this.document = new PdfKit({
      size: "A4",
      margin: 0,
      pdfVersion: "1.7",
      subset,
      tagged: true,
      lang: locale,
      displayTitle: true,
      bufferPages: true,
      // No other font is used, and PDF/A must embed every named font.
      font: "",
      info: { Title: title, CreationDate: createdAt, ModDate: createdAt },
    });
    this.document.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
    registerFonts(this.document);
    this.document.appendXML(metadata);
    this.#root = this.document.struct("Document");
    this.document.addStructure(this.#root);
  }

  /** Adds an element to the structure, to which its content is then added. */
  section(type: string, parent: Structure = this.#root): Structure {
    const structure = this.document.struct(type);
    parent.add(structure);
    return structure;
  }

  /** Writes a tagged text and returns its height. */
  text(text: string, box: Box, style: Style, type = "P", parent: Structure = this.#root): number {
    const height = this.height(text, box.width, style);
    if (text === "") return 0;
    // The published types lack the scope of a header cell.
    const options: PDFKit.Mixins.StructureElementOptions & { scope?: string } =
      type === "TH" ? { scope: "Column" } : {};
    parent.add(this.document.struct(type, options, () => this.#draw(text, box, style)));
    return height;
  }

  /** Draws decoration or repeated content, which screen readers skip. */
  decoration(draw: (document: PDFKit.PDFDocument) => void, isPagination = false): void {
    this.document.markContent("Artifact", { type: isPagination ? "Pagination" : "Layout" });
    draw(this.document);
    this.document.endMarkedContent();
  }

  /** Writes a text that screen readers skip. */
  decorationText(text: string, box: Box, style: Style): void {
    this.decoration(() => this.#draw(text, box, style), true);
  }

  line(y: number, from = left, to = right, color: keyof typeof colors = "line", thickness = 0.6): void {
    this.decoration((document) =>
      document.moveTo(from, y).lineTo(to, y).lineWidth(thickness).stroke(colors[color]),
    );
  }

  /** Draws a picture that screen readers describe with `alt`. */
  figure(
    alt: string,
    [x, y, figureWidth, height]: readonly [number, number, number, number],
    draw: () => void,
  ): void {
    const options: PDFKit.Mixins.StructureElementOptions & { bbox: number[] } = {
      alt,
      bbox: [x, y, x + figureWidth, y + height],
    };
    this.#root.add(this.document.struct("Figure", options, draw));
  }

  height(text: string, boxWidth: number, style: Style): number {
    return this.#use(style).heightOfString(printable(text), { width: boxWidth });
  }

  textWidth(text: string, style: Style): number {
    return this.#use(style).widthOfString(printable(text));
  }

  /** Begins a page if less than the given height remains. Returns whether it did. */
  ensure(height: number): boolean {
    if (this.y + height <= bottom) return false;
    this.addPage();
    return true;
  }

  addPage(): void {
    this.document.addPage();
    this.y = furtherTop;
  }

  /** Ends the document, after `finish` was called for each page, and returns its bytes. */
  async end(finish: (page: number, pages: number) => void): Promise<Buffer> {
    const { count } = this.document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.document.switchToPage(page);
      finish(page + 1, count);
    }
    this.#root.end();
    const ended = new Promise<void>((resolve, reject) => {
      this.document.once("end", resolve);
      this.document.once("error", reject);
    });
    this.document.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }

  #draw(text: string, { x, y, width: boxWidth, align = "left" }: Box, style: Style): void {
    this.#use(style).text(printable(text), x, y, { width: boxWidth, align });
  }

  #use({ size, isBold = false, color = "text" }: Style): PDFKit.PDFDocument {
    return this.document.font(isBold ? `${fontName}-Bold` : fontName, size).fillColor(colors[color]);
  }
}

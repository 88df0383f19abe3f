import jsQr from "jsqr";
import { extractText, getDocumentProxy, getResolvedPDFJS } from "unpdf";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Rectangle = { x: number; y: number; width: number; height: number };

const border = 40;
const codePixels = 800;

/** Opens a PDF. The bytes are copied, because the reader takes ownership of them. */
export function openPdf(bytes: Buffer): Promise<Pdf> {
  return getDocumentProxy(new Uint8Array(bytes));
}

/** Returns the text of all pages with single spaces. */
export async function readPdfText(bytes: Buffer): Promise<string> {
  const { text } = await extractText(await openPdf(bytes), { mergePages: true });
  return text.replaceAll(/[\s\u00a0]+/g, " ");
}

/** Returns the text of the QR code of a page. Its modules are the rectangles of the largest path. */
export async function readQrCode(pdf: Pdf, pageNumber: number): Promise<string | undefined> {
  const { OPS } = await getResolvedPDFJS();
  const page = await pdf.getPage(pageNumber);
  const { fnArray, argsArray } = await page.getOperatorList();
  const paths = fnArray.flatMap((operator, index) =>
    operator === OPS.constructPath ? [rectanglesOf((argsArray[index] as [unknown, [unknown]])[1][0])] : [],
  );
  const modules = paths.toSorted((a, b) => b.length - a.length)[0] ?? [];
  return decode(modules);
}

/**
 * Returns the rectangles of a path, which is a list of move (0), line (1), curve (2, 3) and close (4) with coordinates.
 */
function rectanglesOf(path: unknown): Rectangle[] {
  const numbers = path instanceof Float32Array ? [...path] : [];
  const rectangles: Rectangle[] = [];
  let points: [x: number, y: number][] = [];
  while (numbers.length > 0) {
    const kind = numbers.shift();
    if (kind === 0 && points.length > 0) {
      rectangles.push(boundsOf(points));
      points = [];
    }
    if (kind === 2 || kind === 3) return [];
    if (kind === 4) continue;
    const [x = 0, y = 0] = numbers.splice(0, 2);
    points.push([x, y]);
  }
  return [...rectangles, boundsOf(points)];
}

function boundsOf(points: readonly [x: number, y: number][]): Rectangle {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function decode(modules: readonly Rectangle[]): string | undefined {
  const left = Math.min(...modules.map(({ x }) => x));
  const top = Math.min(...modules.map(({ y }) => y));
  const scale = codePixels / (Math.max(...modules.map(({ x, width }) => x + width)) - left);
  const size = codePixels + 2 * border;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  const pixel = (position: number, origin: number) => border + Math.round((position - origin) * scale);
  for (const { x, y, width, height } of modules) {
    for (let row = pixel(y, top); row < pixel(y + height, top); row += 1) {
      const start = (row * size + pixel(x, left)) * 4;
      const end = (row * size + pixel(x + width, left)) * 4;
      for (let at = start; at < end; at += 4) pixels.fill(0, at, at + 3);
    }
  }
  return jsQr.default(pixels, size, size)?.data;
}

import type { Locator } from "@playwright/test";

type Matrix = readonly (readonly boolean[])[];
type Level = "L" | "M" | "Q" | "H";

/** Error correction levels by their two bits. */
const levels: readonly Level[] = ["M", "L", "H", "Q"];

/** ISO/IEC 18004, table 9, versions 1 to 15: error correction codewords per block, and blocks. */
const correction: Record<Level, readonly number[]> = {
  L: [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22],
  M: [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24],
  Q: [13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30],
  H: [17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24],
};
const blockCounts: Record<Level, readonly number[]> = {
  L: [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6],
  M: [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10],
  Q: [1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12],
  H: [1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18],
};

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const numberOf = (bits: readonly boolean[]) => bits.reduce((value, bit) => value * 2 + Number(bit), 0);

/** Returns the center coordinates of the alignment patterns, on either axis. */
function alignmentCenters(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step)];
}

/** Returns a function that checks whether a module belongs to a function pattern instead of the data. */
function patternOf(version: number, size: number): (x: number, y: number) => boolean {
  const centers = alignmentCenters(version, size);
  const last = size - 7;
  const isCorner = (x: number, y: number) =>
    (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
  return (x, y) =>
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    x === 6 ||
    y === 6 ||
    (version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) ||
    centers.some((cx) =>
      centers.some((cy) => !isCorner(cx, cy) && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2),
    );
}

/** Returns the data bits of a symbol in placement order: up and down in columns of two, from the right. */
function bitsOf(modules: Matrix, version: number, mask: number): boolean[] {
  const size = modules.length;
  const isPattern = patternOf(version, size);
  const bits: boolean[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpward = Math.floor((right + 1) / 2) % 2 === 0;
    for (let step = 0; step < size * 2; step += 1) {
      const x = right - (step % 2);
      const row = Math.floor(step / 2);
      const y = isUpward ? size - 1 - row : row;
      if (!isPattern(x, y)) bits.push((modules[y]?.[x] ?? false) !== (masks[mask]?.(x, y) ?? false));
    }
  }
  return bits;
}

/** Returns the data codewords without error correction; the blocks are interleaved. */
function dataOf(codewords: readonly number[], version: number, level: Level): number[] {
  const blocks = blockCounts[level][version - 1] ?? 0;
  const corrected = correction[level][version - 1] ?? 0;
  const shortData = Math.floor(codewords.length / blocks) - corrected;
  const shortBlocks = blocks - (codewords.length % blocks);
  const data: number[][] = Array.from({ length: blocks }, () => []);
  let next = 0;
  for (let position = 0; position <= shortData; position += 1) {
    for (let block = position === shortData ? shortBlocks : 0; block < blocks; block += 1) {
      data[block]?.push(codewords[next] ?? 0);
      next += 1;
    }
  }
  return data.flat();
}

/** Reads the text of an undamaged QR code (byte mode, versions 1 to 15). */
function readSymbol(modules: Matrix): string {
  const version = (modules.length - 17) / 4;
  const row = modules[8] ?? [];
  const column = modules.map((moduleRow) => moduleRow[8] ?? false);
  const format = [...row.slice(0, 6), row[7], row[8], column[7], ...column.slice(0, 6).toReversed()];
  // The format information is masked, so that it is never all light.
  const unmaskedFormat = numberOf(format.map((bit) => bit === true)) ^ 0x5412;
  const level = levels[Math.floor(unmaskedFormat / 2 ** 13)] ?? "M";
  const bits = bitsOf(modules, version, Math.floor(unmaskedFormat / 2 ** 10) % 8);
  const codewords = Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    numberOf(bits.slice(index * 8, index * 8 + 8)),
  );
  const content = dataOf(codewords, version, level).flatMap((byte) =>
    Array.from({ length: 8 }, (_, position) => Math.floor(byte / 2 ** (7 - position)) % 2 === 1),
  );
  if (numberOf(content.slice(0, 4)) !== 4) throw new Error("The QR code is not in byte mode");
  const start = version < 10 ? 12 : 20;
  const length = numberOf(content.slice(4, start));
  const bytes = Array.from({ length }, (_, index) =>
    numberOf(content.slice(start + index * 8, start + index * 8 + 8)),
  );
  return Buffer.from(bytes).toString("utf8");
}

/** Reads a QR code from the page's SVG, which has one square per dark module. */
export async function readQrCode(picture: Locator): Promise<string> {
  const fullSize = Number((await picture.getAttribute("viewBox"))?.split(" ").at(-1));
  const path = (await picture.locator("path").getAttribute("d")) ?? "";
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => `${x} ${y}`));
  const quiet = 4;
  const size = fullSize - 2 * quiet;
  return readSymbol(
    Array.from({ length: size }, (_, y) =>
      Array.from({ length: size }, (_each, x) => dark.has(`${x + quiet} ${y + quiet}`)),
    ),
  );
}

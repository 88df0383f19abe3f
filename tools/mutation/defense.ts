/**
 * A defense, the edit that removes it, and the test that must then fail. `find` must occur exactly once in `file`.
 * Otherwise the run fails, so that outdated rows are noticed.
 */
export type Defense = {
  /** Threat cases of `docs/security.md` that it covers, such as `N24`. */
  readonly cases: readonly `N${number}`[];
  /** Guarantee that does not hold without the defense. */
  readonly without: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
  /**
   * Further defenses against the same attack, in the same file unless another is named. Each of them alone would stop
   * the attack.
   */
  readonly also?: readonly { readonly file?: string; readonly find: string; readonly put: string }[];
  /** A test file, and part of the names of the tests that must fail. */
  readonly proof: readonly [file: string, name: string];
};

const server = "apps/server/src/";

/** Returns rows whose files are relative to the server's source folder. */
export function ofServer(rows: readonly Defense[]): Defense[] {
  return rows.map((row) => ({
    ...row,
    file: fromServer(row.file),
    proof: [fromServer(row.proof[0]), row.proof[1]],
    ...(row.also && {
      also: row.also.map((extra) => ({ ...extra, ...(extra.file && { file: fromServer(extra.file) }) })),
    }),
  }));
}

function fromServer(file: string): string {
  return /^(?:apps|packages)\//.test(file) ? file : server + file;
}

/** Returns the affected files without the defense. Throws if its text does not occur exactly once. */
export function filesWithout(
  { file, find, put, also }: Defense,
  read: (file: string) => string,
): Map<string, { before: string; without: string }> {
  const files = new Map<string, { before: string; without: string }>();
  for (const change of [{ file, find, put }, ...(also ?? []).map((extra) => ({ file, ...extra }))]) {
    const original = files.get(change.file)?.before ?? read(change.file);
    const pieces = (files.get(change.file)?.without ?? original).split(change.find);
    if (pieces.length !== 2) {
      throw new Error(`${change.file}: occurs ${pieces.length - 1} times, not once: ${change.find}`);
    }
    files.set(change.file, { before: original, without: pieces.join(change.put) });
  }
  return files;
}

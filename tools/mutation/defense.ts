/**
 * A defense, the edit that removes it, and the test that must then fail. `find` must occur exactly once in `file`.
 * Otherwise the run fails, so that outdated rows are noticed.
 */
export type Defense = {
  /** Threat cases of `docs/security.md` that it covers, such as `N24`. */
  readonly cases: readonly `N${number}`[];
  /** What the defense ensures; removing it must break this. */
  readonly guarantee: string;
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
export function serverDefenses(rows: readonly Defense[]): Defense[] {
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

/**
 * Returns the affected files before and after the defense is removed. Throws if its text does not occur exactly once.
 */
export function filesWithout(
  { file, find, put, also }: Defense,
  read: (file: string) => string,
): Map<string, { before: string; after: string }> {
  const files = new Map<string, { before: string; after: string }>();
  for (const change of [{ file, find, put }, ...(also ?? []).map((extra) => ({ file, ...extra }))]) {
    const original = files.get(change.file)?.before ?? read(change.file);
    const pieces = (files.get(change.file)?.after ?? original).split(change.find);
    if (pieces.length !== 2) {
      throw new Error(`${change.file}: occurs ${pieces.length - 1} times, not once: ${change.find}`);
    }
    files.set(change.file, { before: original, after: pieces.join(change.put) });
  }
  return files;
}

/**
 * One defence, how to take it away, and the test that must notice. `find` stands exactly once in `file`; where it does
 * not any more, the run fails, so that no row of the list can rot unnoticed.
 */
export type Defence = {
  /** Threat cases of `docs/security.md` that it holds against, such as `N24`. */
  readonly cases: readonly `N${number}`[];
  /** What is missing once it is taken away. */
  readonly without: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
  /** Further walls behind it, in the same file unless another is named: any of them alone would hold. */
  readonly also?: readonly { readonly file?: string; readonly find: string; readonly put: string }[];
  /** A file of tests, and a part of the names of those that must fail. */
  readonly proof: readonly [file: string, name: string];
};

const server = "apps/server/src/";

/** Files of the server, named from its source folder. */
export function ofServer(rows: readonly Defence[]): Defence[] {
  return rows.map((row) => ({
    ...row,
    file: fromServer(row.file),
    proof: [fromServer(row.proof[0]), row.proof[1]],
    ...(row.also && {
      also: row.also.map((wall) => ({ ...wall, ...(wall.file && { file: fromServer(wall.file) }) })),
    }),
  }));
}

function fromServer(file: string): string {
  return /^(?:apps|packages)\//.test(file) ? file : server + file;
}

/** The files of a defence as they stand without it. Throws when its text does not stand there exactly once. */
export function filesWithout(
  { file, find, put, also }: Defence,
  read: (file: string) => string,
): Map<string, { before: string; without: string }> {
  const files = new Map<string, { before: string; without: string }>();
  for (const change of [{ file, find, put }, ...(also ?? []).map((wall) => ({ file, ...wall }))]) {
    const before = files.get(change.file)?.before ?? read(change.file);
    const pieces = (files.get(change.file)?.without ?? before).split(change.find);
    if (pieces.length !== 2) {
      throw new Error(`${change.file}: stands there ${pieces.length - 1} times, not once: ${change.find}`);
    }
    files.set(change.file, { before, without: pieces.join(change.put) });
  }
  return files;
}

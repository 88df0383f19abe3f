import { constants } from "node:fs";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";

/** Size at which no further entries are accepted. */
const spoolMaxBytes = 4 * 1024 ** 2;

/** An audit entry that waits for the database. Contains no passwords and no patient data. */
const entrySchema = z.object({
  /** Id of the audit entry. */
  id: z.uuid(),
  occurredAt: z.iso.datetime(),
  action: z.enum(["legacy.signed_in", "legacy.signed_out"]),
  outcome: z.enum(["success", "denied", "failed"]),
  reason: z.string(),
  accountId: z.uuid(),
  /** Set only for an account that was signed in, because a typed name may be a password in the wrong field. */
  username: z.optional(z.string()),
  request: z.object({
    id: z.string(),
    route: z.string(),
    method: z.string(),
    address: z.nullable(z.string()),
    userAgent: z.nullable(z.string()),
    fingerprintHash: z.nullable(z.string()),
    sessionId: z.nullable(z.string()),
  }),
  isBrowser: z.boolean(),
});
export type SpooledEntry = z.output<typeof entrySchema>;

/** Thrown when the spool has reached its maximum size. */
class SpoolFullError extends Error {}

/**
 * Keeps audit entries in a file of the data folder while the database is down: one JSON object per line, on disk before
 * {@link append} resolves, readable for the user of the server only.
 */
export class AuditSpool {
  readonly #dataDir: string;
  readonly #file: string;
  /** The entries that are being written to the database. */
  readonly #taken: string;
  /** The last operation on the files; the next one waits for it. */
  #last: Promise<unknown> = Promise.resolve();
  /** Whether there may be entries; files of an earlier process count. */
  #mayHaveEntries = true;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#file = join(dataDir, "legacy-audit.jsonl");
    this.#taken = join(dataDir, "legacy-audit.writing.jsonl");
  }

  /** Whether there may be entries to write. */
  get mayHaveEntries(): boolean {
    return this.#mayHaveEntries;
  }

  /** Adds an entry. Throws when there is no room, and when the disk fails. */
  async append(entry: SpooledEntry): Promise<void> {
    await this.#inTurn(async () => {
      await mkdir(this.#dataDir, { recursive: true });
      const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
      const file = await open(this.#file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
      try {
        const { size } = await file.stat();
        // A line that a crash has cut off must not spoil the next one.
        const line = `${size === 0 ? "" : "\n"}${JSON.stringify(entry)}`;
        if (size + Buffer.byteLength(line) > spoolMaxBytes) throw new SpoolFullError();
        this.#mayHaveEntries = true;
        await file.appendFile(line);
        await file.sync();
        if (size === 0) await this.#syncFolder();
      } finally {
        await file.close();
      }
    });
  }

  /**
   * Passes each entry to `write` and deletes the file when all are written. After a failure or a crash the same entries
   * come again, so `write` must ignore an entry that it has already written.
   */
  async drain(write: (entry: SpooledEntry) => Promise<void>): Promise<void> {
    for (;;) {
      const entries = await this.#inTurn(() => this.#take());
      if (entries === undefined) return;
      for (const entry of entries) await write(entry);
      await this.#inTurn(() => rm(this.#taken, { force: true }));
    }
  }

  /**
   * Returns the entries that an earlier process has taken, or else those that wait, or undefined when there are none.
   */
  async #take(): Promise<readonly SpooledEntry[] | undefined> {
    const interruptedText = await readIfPresent(this.#taken);
    if (interruptedText !== undefined) return entriesIn(interruptedText);
    const isMoved = await rename(this.#file, this.#taken).then(
      () => true,
      (error: unknown) => {
        if (isMissing(error)) return false;
        throw error;
      },
    );
    this.#mayHaveEntries = isMoved;
    return isMoved ? entriesIn(await readFile(this.#taken, "utf8")) : undefined;
  }

  async #syncFolder(): Promise<void> {
    const folder = await open(this.#dataDir, constants.O_RDONLY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  #inTurn<Result>(operation: () => Promise<Result>): Promise<Result> {
    const next = this.#last.then(operation);
    this.#last = next.catch(() => undefined);
    return next;
  }
}

/** Returns the entries of a file. A line that a crash has cut off is left out. */
function entriesIn(text: string): SpooledEntry[] {
  return text.split("\n").flatMap((line) => {
    try {
      return [entrySchema.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}

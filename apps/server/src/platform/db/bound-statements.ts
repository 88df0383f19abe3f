import { LRUCache } from "lru-cache";
import pg from "pg";
import { serverIdentity } from "./durability/server-identity.ts";

/** A statement. Without a name, the database plans it on every use. */
export type BoundStatement = { text: string; name: string | undefined; values: readonly unknown[] };

/** Parts of a `pg` connection that are used here. The type definitions omit most of them. */
type Wire = {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly unknown[] }): void;
  describe(message: { type: "P"; name: "" }): void;
  execute(): void;
  sync(): void;
};

type Field = pg.FieldDef;
type ReadResult = pg.Result & { parseRow(fields: unknown[]): unknown; addFields(fields: Field[]): void };

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** Columns of named statements, cached so that the database does not have to describe them again. */
const knownFields = new LRUCache<string, Field[]>({ max: 1_000 });

const organization = "set_config('app.organization_id', $1, true)";

/**
 * `read` is read-only. `change` commits asynchronously, so it returns and releases its row locks before the commit is
 * on disk.
 */
export type BoundMode = "read" | "change";

const bindings: Readonly<Record<BoundMode, { name: string; text: string }>> = {
  read: {
    name: "bind-read",
    text: `select ${organization}, set_config('transaction_read_only', 'on', true)`,
  },
  change: {
    name: "bind-change",
    text: `select ${organization}, set_config('synchronous_commit', 'off', true), ${serverIdentity}`,
  },
};

/**
 * Statements of one organization that are sent in one packet, and whose results arrive in one packet. They precede a
 * single Sync, which makes them one implicit transaction without `begin` and `commit`. The first statement binds the
 * organization and sets the mode, both only for this transaction. After an error the database skips the remaining
 * statements up to the Sync.
 */
export class BoundStatements implements pg.Submittable {
  /** Resolves with the rows of each statement. */
  readonly done: Promise<unknown[][]>;
  /**
   * Whether statements are being prepared. If the packet fails, it is unknown which of them the database has prepared,
   * so the connection must not be reused.
   */
  hasPrepared = false;
  /** Called by `pg` when all statements have ended. */
  callback: (error: Error | null) => void;
  readonly #statements: readonly BoundStatement[];
  readonly #results: ReadResult[] = [];
  #current = 0;
  #unreadable: Error | undefined;

  constructor(mode: BoundMode, organizationId: string, statements: readonly BoundStatement[]) {
    this.#statements = [{ ...bindings[mode], values: [organizationId] }, ...statements].map(
      ({ values, ...statement }) => ({ ...statement, values: values.map((value) => prepareValue(value)) }),
    );
    const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>();
    this.done = promise;
    this.callback = (error) => {
      if (error) reject(error);
      else resolve(this.#results.slice(1).map((result) => result.rows as unknown[]));
    };
  }

  /** Server that ran the statements of a change, set when they are done. See {@link serverIdentity}. */
  get server(): string {
    const bound = this.#results[0]?.rows[0] as { server: string } | undefined;
    return bound?.server ?? "";
  }

  /** Texts of the statements, without the one that binds the organization. */
  get texts(): readonly string[] {
    return this.#statements.slice(1).map(({ text }) => text);
  }

  /** Called by `pg` when the connection is free. */
  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    for (const { name = "", text, values } of this.#statements) {
      const isNew = name === "" || wire.parsedStatements[name] === undefined;
      if (isNew) {
        wire.parse({ name, text });
        if (name !== "") {
          wire.parsedStatements[name] = text;
          this.hasPrepared = true;
        }
      }
      wire.bind({ statement: name, values });
      const result = new pg.Result("", pg.types) as ReadResult;
      // A new plan may have other columns than one from before a migration.
      const fields = isNew ? undefined : knownFields.get(name);
      if (fields === undefined) wire.describe({ type: "P", name: "" });
      else result.addFields(fields);
      this.#results.push(result);
      wire.execute();
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const { name } = this.#statements[this.#current] ?? {};
    if (name !== undefined) knownFields.set(name, fields);
    this.#results[this.#current]?.addFields(fields);
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    const result = this.#results[this.#current];
    try {
      result?.rows.push(result.parseRow(fields));
    } catch (error) {
      // An exception thrown here would end the process.
      this.#unreadable ??= error as Error;
    }
  }

  handleCommandComplete(): void {
    this.#current += 1;
  }

  /** Handles the only message that an empty statement produces. */
  handleEmptyQuery(): void {
    this.#current += 1;
  }

  handleReadyForQuery(): void {
    this.callback(this.#unreadable ?? null);
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}

import pg from "pg";

/** One statement; without a name the database plans it anew each time. */
export type BoundStatement = { text: string; name: string | undefined; values: readonly unknown[] };

/** What this file uses of a connection of `pg`; its types leave most of it out. */
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

/** Columns of named statements, once learned: the database need not describe them again. */
const knownFields = new Map<string, Field[]>();

const practice = "set_config('app.organization_id', $1, true)";

/** `read`: nothing can be changed. `change`: is answered, and lets go of its rows, before the disk has it. */
export type BoundMode = "read" | "change";

const bindings: Readonly<Record<BoundMode, { name: string; text: string }>> = {
  read: { name: "bind-read", text: `select ${practice}, set_config('transaction_read_only', 'on', true)` },
  change: {
    name: "bind-change",
    text: `select ${practice}, set_config('synchronous_commit', 'off', true)`,
  },
};

/**
 * Statements of one practice that go to the database in one packet and come back in one. They stand before a single
 * Sync, which makes them one transaction without `begin` and `commit`: the binding of the practice and what the mode
 * sets, done by the first of them, are gone with it. After an error the database skips the rest up to the Sync.
 */
export class BoundStatements implements pg.Submittable {
  /** Rows of each statement. */
  readonly done: Promise<unknown[][]>;
  /**
   * Whether it prepared statements. If it fails then, nobody knows which of them the database has, and the connection
   * cannot be used again.
   */
  hasPrepared = false;
  /** Called by `pg` when they are over. */
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

  /** Called by `pg` when the connection is free. */
  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    for (const { name = "", text, values } of this.#statements) {
      if (name === "" || wire.parsedStatements[name] === undefined) {
        wire.parse({ name, text });
        if (name !== "") {
          wire.parsedStatements[name] = text;
          this.hasPrepared = true;
        }
      }
      wire.bind({ statement: name, values });
      const result = new pg.Result("", pg.types) as ReadResult;
      const fields = knownFields.get(name);
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
      // Thrown from here it would end the process.
      this.#unreadable ??= error as Error;
    }
  }

  handleCommandComplete(): void {
    this.#current += 1;
  }

  /** An empty statement is answered by this alone. */
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

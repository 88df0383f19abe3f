import type { Executable } from "./database.ts";
import type { IdentityQueries, OrganizationQueries } from "./query-builders.ts";

/** Rows of statements that were sent together, in order. */
export type RowsOf<Rows extends readonly unknown[]> = { [Index in keyof Rows]: Rows[Index][] };
export type Statements<Rows extends readonly unknown[]> = {
  readonly [Index in keyof Rows]: Executable<Rows[Index]>;
};

/** Sends the statements of a transaction in a pipeline. */
export type StatementSender = {
  /** Sends statements on global tables without waiting for a round trip in between. */
  send<Rows extends readonly unknown[]>(
    build: (db: IdentityQueries) => Statements<Rows>,
  ): Promise<RowsOf<Rows>>;
  /** Sends statements like `send`, with an organization bound only for them. */
  sendIn<Rows extends readonly unknown[]>(
    organizationId: string,
    build: (db: OrganizationQueries) => Statements<Rows>,
  ): Promise<RowsOf<Rows>>;
};

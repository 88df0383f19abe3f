import type { CompiledQuery } from "kysely";
import { organizationBuilder, statementName } from "./builder.ts";
import type { OrganizationQueries } from "./query-builders.ts";

/** Statement ready to send, with text, name of its server-side prepared statement, and values. */
export class PreparedQuery<Row> {
  declare readonly row: Row;
  readonly text: string;
  readonly name: string | undefined;
  readonly values: readonly unknown[];

  constructor(text: string, name: string | undefined, values: readonly unknown[]) {
    this.text = text;
    this.name = name;
    this.values = values;
  }
}

/** Placeholder in a built statement for a value that is filled in later. */
class Slot {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/**
 * Builds a statement once and fills in its values on every use, because on hot paths building costs more than all other
 * layers of a request together. `value(name)` is a placeholder. The values are unknown while building, so a statement
 * whose shape depends on them needs one preparation per shape.
 */
export function prepareQuery<Params extends object, Row>(
  build: (
    db: OrganizationQueries,
    value: <Name extends keyof Params>(name: Name) => NonNullable<Params[Name]>,
  ) => { compile(): CompiledQuery<Row> },
): (params: Params) => PreparedQuery<Row> {
  let compiled: CompiledQuery<Row> | undefined;
  return (params) => {
    compiled ??= build(organizationBuilder, (slot) => new Slot(slot) as never).compile();
    const values = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? params[parameter.name as keyof Params] : parameter,
    );
    return new PreparedQuery<Row>(compiled.sql, statementName(compiled.sql), values);
  };
}

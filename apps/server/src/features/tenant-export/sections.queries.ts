import type { Snapshot } from "../../platform/db/snapshot.ts";
import { fieldOf } from "../../platform/db/field-of.ts";
import type { Section } from "./sections.ts";

/** Yields the rows of a section as JSON texts in batches, in the order of their keys. */
export async function* readSection(snapshot: Snapshot, section: Section): AsyncGenerator<string[]> {
  const batches = snapshot.batches<{ line: string }>(statementOf(section), [], section.batchSize);
  for await (const rows of batches) yield rows.map(({ line }) => line);
}

/** Returns the SQL of a section. Names come from the declaration of the sections, never from a request. */
function statementOf({ table, columns, keys, only = "true" }: Section): string {
  const fields = columns.map((column) => `"${column}" as "${fieldOf(column)}"`);
  const order = columns.slice(0, keys).map((column) => `"${column}"`);
  return `select row_to_json(exported)::text as line from (
    select ${fields.join(", ")} from "${table}"
    where organization_id = current_setting('app.organization_id')::uuid and ${only}
    order by ${order.join(", ")}
  ) exported`;
}

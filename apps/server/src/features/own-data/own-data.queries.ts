import type { Snapshot } from "../../platform/db/snapshot.ts";
import { fieldOf } from "../../platform/db/field-of.ts";
import type { OwnSection } from "./own-sections.ts";

/** Whether the rows of a section belong to the account, or to the organization of the snapshot. */
export type SectionOwner = "account" | "organization";

/** Yields the rows of a section as JSON texts in batches, oldest first. */
export async function* readOwnSection(
  snapshot: Snapshot,
  section: OwnSection,
  owner: SectionOwner,
  personId: string,
): AsyncGenerator<string[]> {
  const batches = snapshot.batches<{ line: string }>(statementOf(section, owner), [personId]);
  for await (const rows of batches) yield rows.map(({ line }) => line);
}

/** Returns the name of the organization of a snapshot. */
export async function readOrganizationName(snapshot: Snapshot): Promise<string | null> {
  const statement =
    "select name from organization where organization_id = current_setting('app.organization_id')::uuid";
  let name: string | null = null;
  for await (const rows of snapshot.batches<{ name: string }>(statement)) name = rows[0]?.name ?? name;
  return name;
}

/**
 * Builds the statement of a section. Names and expressions come from the declaration of the sections, never from a
 * request.
 */
function statementOf({ table, columns, computed = {}, condition }: OwnSection, owner: SectionOwner): string {
  const fields = [
    ...columns.map((column) => `"${column}" as "${fieldOf(column)}"`),
    ...Object.entries(computed).map(([name, expression]) => `${expression} as "${name}"`),
  ];
  const bound = "organization_id = current_setting('app.organization_id')::uuid and";
  // The position of an entry in its log orders those of the same time, as the index does.
  const order = table === "audit_entry" ? "occurred_at, seq" : `"${columns[0]}"`;
  return `select row_to_json(exported)::text as line from (
    select ${fields.join(", ")} from "${table}"
    where ${owner === "organization" ? bound : ""} ${condition} order by ${order}
  ) exported`;
}

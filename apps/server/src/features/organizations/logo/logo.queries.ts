import { sql } from "kysely";
import type { OrganizationDb } from "../../../platform/db/handles.ts";

export type LogoRow = { content_type: string; sha256: string; content: Buffer };

/** Returns the stored logo with the hash of its content, or undefined when there is none. */
export async function findLogo(db: OrganizationDb): Promise<LogoRow | undefined> {
  const [row] = await db.read((builder) =>
    builder
      .selectFrom("stored_file")
      .select(["content_type", "content", sql<string>`encode(sha256(content), 'hex')`.as("sha256")])
      .where("organization_id", "=", db.organizationId)
      .where("kind", "=", "logo"),
  );
  return row;
}

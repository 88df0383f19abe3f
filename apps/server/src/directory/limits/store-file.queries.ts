import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { StoredFileKind } from "@praxisportal/contract/tenants/plans.schema";
import { sql } from "kysely";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { entitlementsIn, entitlementsOf, type EntitlementRow } from "../entitlements.queries.ts";
import { recordCrossings } from "./limit-alerts.queries.ts";
import { type StoredBytesRow, storedBytesIn } from "./stored-files.queries.ts";

/** A file to store. An organization has one logo at most. */
export type NewFile = { kind: StoredFileKind; contentType: string; content: Buffer };

/**
 * Stores a file of an organization; a logo replaces the current one. The row of the organization stays locked until the
 * transaction ends, so that parallel uploads cannot exceed the limit. A file that replaces a larger one always fits.
 * Errors: 409 STORAGE_LIMIT_REACHED with `current` and `max` in bytes.
 */
export async function storeFile(
  tx: WriteTransaction,
  organizationId: string,
  { kind, contentType, content }: NewFile,
): Promise<void> {
  // The statements are sent in one packet. Those after the lock see everything that was committed before it was
  // granted.
  const [, entitlements, [files]] = await tx.sendIn<
    [unknown, EntitlementRow, StoredBytesRow & { logo: string }]
  >(organizationId, (db) => [
    db
      .selectFrom("organization")
      .select("organization_id")
      .where("organization_id", "=", organizationId)
      .forNoKeyUpdate(),
    entitlementsOf(organizationId)(db),
    storedBytesIn(organizationId)(db).select(
      sql<string>`coalesce(sum(bytes) filter (where kind = 'logo'), 0)`.as("logo"),
    ),
  ]);
  const max = entitlementsIn(entitlements).storageBytes.value;
  const current = Number(files?.bytes);
  const usedBytes = current - (kind === "logo" ? Number(files?.logo) : 0) + content.length;
  if (usedBytes > max && usedBytes > current)
    throw new ProblemError("STORAGE_LIMIT_REACHED", { members: { current, max } });
  if (kind === "logo") await deleteFiles(tx, organizationId, kind);
  await tx.organization(organizationId, (db) =>
    db
      .insertInto("stored_file")
      .values({
        organization_id: organizationId,
        id: uuidV7(),
        kind,
        content_type: contentType,
        bytes: content.length,
        content,
      })
      .execute(),
  );
  await recordCrossings(tx, organizationId, "storageBytes", {
    before: { used: current, max },
    after: { used: usedBytes, max },
  });
}

/** Deletes all files of one kind of an organization. */
export async function deleteFiles(
  tx: WriteTransaction,
  organizationId: string,
  kind: StoredFileKind,
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .deleteFrom("stored_file")
      .where("organization_id", "=", organizationId)
      .where("kind", "=", kind)
      .execute(),
  );
}

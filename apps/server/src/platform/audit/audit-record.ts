import { createHash } from "node:crypto";
import type { AuditAction } from "@praxisportal/contract/audit-actions";
import type { AuditPartyType } from "@praxisportal/contract/audit/audit.schema";

/** Id of the platform's own chain. */
export const platformChainId = "00000000-0000-0000-0000-000000000000";

export type AuditOutcome = "success" | "denied" | "failed";

/**
 * Person or system that an entry refers to. With type `link`, the holder of a mailed link acted, and `id` is the user
 * who requested the link. `display` is stored in the erasable side table.
 */
export type AuditParty = {
  type: AuditPartyType;
  id: string | null;
  display?: string;
  /** Role of the actor at that time. */
  role?: string;
  /** Application of an actor of type `token`. Then `id` is the user on whose behalf it acts. */
  application?: { id: string; tokenId: string };
};

/** Origin of a change. It never contains a query string, a token or a body. */
export type AuditRequest = {
  id: string;
  route: string;
  method: string;
  address: string | null;
  userAgent: string | null;
  fingerprintHash: string | null;
  sessionId: string | null;
  /** Shared by the calls of one bulk operation. */
  bulkOperationId?: string;
};

/** Entry as recorded by a service. The writer adds chain position, hash and time. */
export type AuditDraft = {
  /** UUIDv7 chosen in advance, so that the entry cannot be written twice. */
  id?: string;
  /** Organization whose chain gets the entry, or {@link platformChainId}. */
  organizationId: string;
  action: AuditAction;
  outcome?: AuditOutcome;
  actor: AuditParty;
  target?: AuditParty;
  /** Field-level difference with secrets masked: field → [before, after]. */
  changes?: Readonly<Record<string, readonly [unknown, unknown]>>;
  reason?: string;
  request?: AuditRequest;
  origin?: "ui" | "api" | "job" | "webhook" | "legacy";
};

/** The position of each entry in its chain. */
export type ChainPositions = ReadonlyMap<AuditDraft, number>;

/** Hashed part of an entry, which is everything except the names. */
export type AuditRecord = {
  v: 1;
  id: string;
  organizationId: string;
  seq: number;
  occurredAt: string;
  action: string;
  outcome: AuditOutcome;
  actor: Omit<AuditParty, "display"> & { name?: string };
  target?: Omit<AuditParty, "display"> & { name?: string };
  changes?: AuditDraft["changes"];
  reason?: string;
  request?: AuditRequest;
  origin: string;
};

/** Returns JSON with sorted keys and without undefined values, so that equal records always give the same bytes. */
export function canonicalJson(value: unknown): string {
  // Dates and similar values are stored in their JSON form and hashed in the same form.
  if (hasOwnJson(value)) return canonicalJson(value.toJSON());
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .toSorted(([left], [right]) => (left < right ? -1 : 1));
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(",")}}`;
  }
  return JSON.stringify(value ?? null);
}

function hasOwnJson(value: unknown): value is { toJSON(): unknown } {
  return (
    typeof value === "object" && value !== null && "toJSON" in value && typeof value.toJSON === "function"
  );
}

/** Returns the SHA-256 of the previous hash and the canonical record. */
export function hashRecord(previous: Buffer, record: AuditRecord): Buffer {
  return createHash("sha256").update(previous).update(canonicalJson(record)).digest();
}

import { sql } from "kysely";
import { germanOrder } from "../../../platform/db/german-order.ts";
import type { EvidenceScope } from "./section.ts";

export type WorkstationRow = {
  label: string | null;
  isShared: boolean;
  autoLockMinutes: number | null;
  releasedAt: Date | null;
  releasedBy: string | null;
  lastSeenAt: Date;
};

/** Reads the workstations, shared ones first. */
export function readWorkstations({ db }: EvidenceScope): Promise<WorkstationRow[]> {
  return db.read((query) =>
    query
      .selectFrom("workstation as w")
      .select([
        "w.label",
        "w.is_shared as isShared",
        "w.auto_lock_minutes as autoLockMinutes",
        "w.released_at as releasedAt",
        sql<string | null>`(select nullif(trim(n.first_name || ' ' || n.last_name), '') from membership n
          where n.organization_id = w.organization_id and n.person_id = w.released_by)`.as("releasedBy"),
        "w.last_seen_at as lastSeenAt",
      ])
      .where("w.organization_id", "=", db.organizationId)
      .orderBy("w.is_shared", "desc")
      .orderBy("w.label", germanOrder)
      .orderBy("w.id"),
  );
}

export type EmergencyCodeRow = {
  createdAt: Date;
  createdBy: string | null;
  usedAt: Date | null;
  unlocked: string | null;
};

/** Reads the emergency code, used or not; there is at most one. */
export function readEmergencyCode({ db }: EvidenceScope): Promise<EmergencyCodeRow[]> {
  const nameOf = (column: "created_by" | "used_by") => sql<
    string | null
  >`(select nullif(trim(n.first_name || ' ' || n.last_name), '') from membership n
    where n.organization_id = c.organization_id and n.person_id = ${sql.ref(`c.${column}`)})`;
  return db.read((query) =>
    query
      .selectFrom("emergency_code as c")
      .select(["c.created_at as createdAt", "c.used_at as usedAt"])
      .select([nameOf("created_by").as("createdBy"), nameOf("used_by").as("unlocked")])
      .where("c.organization_id", "=", db.organizationId),
  );
}

export type ProviderRow = {
  name: string;
  region: string | null;
  retentionDays: number | null;
  c5Type: string | null;
  c5ValidUntil: string | null;
  secrecyAgreedOn: string | null;
  processingVersion: string | null;
  processingAgreedOn: string | null;
  approvedAt: Date;
};

/** Reads the approved AI providers with the agreements that were recorded. */
export function readProviders({ db }: EvidenceScope): Promise<ProviderRow[]> {
  return db.read((query) =>
    query
      .selectFrom("ai_approval as a")
      .innerJoin("ai_provider as p", "p.key", "a.provider_key")
      .select([
        "p.name",
        "p.region",
        "p.retention_days as retentionDays",
        "p.c5_type as c5Type",
        sql<string | null>`p.c5_valid_until::text`.as("c5ValidUntil"),
        sql<string | null>`a.secrecy_agreed_on::text`.as("secrecyAgreedOn"),
        "a.processing_version as processingVersion",
        sql<string | null>`a.processing_agreed_on::text`.as("processingAgreedOn"),
        "a.updated_at as approvedAt",
      ])
      .where("a.organization_id", "=", db.organizationId)
      .where("a.approved", "=", true)
      .orderBy("p.name", germanOrder),
  );
}

import { sql } from "kysely";
import { prepareQuery } from "../db/prepared.ts";
import type { AuditRecord } from "./audit-record.ts";

/** Display name and the digest that replaces it in entries. `display` is null if the person was erased. */
export type NameRow = { person_id: string; display: string | null; digest: Buffer };

export type PersonName = { id: string; first_name: string; last_name: string };

/** Returns the names of people who are not deactivated. */
export const findPeople = prepareQuery<{ personIds: readonly string[] }, PersonName>((db, value) =>
  db
    .selectFrom("person")
    .select(["id", "first_name", "last_name"])
    .where(sql<boolean>`id = any(${value("personIds")}::uuid[])`)
    .where("deactivated_at", "is", null),
);

/** Finds the digests of names. `personIds` and `displays` correspond by position. */
export const findNames = prepareQuery<
  { organizationId: string; personIds: readonly string[]; displays: readonly string[] },
  NameRow
>((db, value) =>
  db
    .selectFrom("audit_name")
    .select(["person_id", "display", "digest"])
    .where("organization_id", "=", value("organizationId"))
    .where(
      sql<boolean>`(person_id, display) in (
        select * from unnest(${value("personIds")}::uuid[], ${value("displays")}::text[]))`,
    ),
);

export const addName = prepareQuery<
  { organizationId: string; personId: string; display: string; digest: Buffer; salt: Buffer },
  NameRow
>((db, value) =>
  db
    .insertInto("audit_name")
    .values({
      organization_id: value("organizationId"),
      digest: value("digest"),
      person_id: value("personId"),
      salt: value("salt"),
      display: value("display"),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(["person_id", "display", "digest"]),
);

/** Creates the chain if it is missing and locks its head until the end of the transaction. */
export const lockHead = prepareQuery<{ organizationId: string }, { head_seq: string; head_hash: Buffer }>(
  (db, value) =>
    db
      .insertInto("audit_chain")
      .values({ organization_id: value("organizationId") })
      .onConflict((conflict) =>
        conflict
          .column("organization_id")
          .doUpdateSet((update) => ({ head_seq: update.ref("audit_chain.head_seq") })),
      )
      .returning(["head_seq", "head_hash"]),
);

const insertEntry = prepareQuery<
  {
    organizationId: string;
    seq: string;
    id: string;
    occurredAt: string;
    action: string;
    outcome: string;
    actorId: string | null;
    targetId: string | null;
    record: string;
    prevHash: Buffer;
    hash: Buffer;
  },
  unknown
>((db, value) =>
  db.insertInto("audit_entry").values({
    organization_id: value("organizationId"),
    seq: value("seq"),
    id: value("id"),
    occurred_at: value("occurredAt"),
    action: value("action"),
    outcome: value("outcome"),
    actor_id: value("actorId"),
    target_id: value("targetId"),
    record: value("record"),
    prev_hash: value("prevHash"),
    hash: value("hash"),
  }),
);

export function addEntry(entry: { record: AuditRecord; prevHash: Buffer; hash: Buffer }) {
  const { record } = entry;
  return insertEntry({
    ...entry,
    organizationId: record.organizationId,
    seq: String(record.seq),
    id: record.id,
    occurredAt: record.occurredAt,
    action: record.action,
    outcome: record.outcome,
    actorId: record.actor.id,
    targetId: record.target?.id ?? null,
    record: JSON.stringify(record),
  });
}

export const moveHead = prepareQuery<{ organizationId: string; seq: string; hash: Buffer }, unknown>(
  (db, value) =>
    db
      .updateTable("audit_chain")
      .set({ head_seq: value("seq"), head_hash: value("hash") })
      .where("organization_id", "=", value("organizationId")),
);

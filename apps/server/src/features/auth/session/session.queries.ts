import type { Restriction } from "@praxisportal/contract/auth/auth.schema";
import { sessionHoursMax, sessionLengthMs } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import { anyOf } from "../../../platform/db/any-of.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import { prepareQuery } from "../../../platform/db/prepared.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { CallerRow, SessionBounds } from "./session-rules.ts";

/** Reads everything that a request needs about its caller, in one round trip. */
export async function findCaller(
  db: IdentityDb,
  tokenHash: Buffer,
  secretHash: Buffer | null,
): Promise<CallerRow | undefined> {
  const [row] = await db.call<CallerRow>("find-caller", "select * from find_caller($1, $2)", [
    tokenHash,
    secretHash,
  ]);
  return row;
}

/**
 * Like {@link findCaller}, but inside a transaction, for a token that it has just issued, and without the device
 * secret.
 */
export async function findNewCaller(tx: WriteTransaction, tokenHash: Buffer): Promise<CallerRow | undefined> {
  const { rows } = await sql<CallerRow>`select * from find_caller(${tokenHash}, null)`.execute(tx.identity);
  return rows[0];
}

/** Returns the newest session on a device that has not ended. */
export async function findOpenSession(tx: WriteTransaction, deviceId: string) {
  return (
    tx.identity
      .selectFrom("session")
      .innerJoin("person", "person.id", "session.person_id")
      .select([
        "session.id",
        "session.person_id",
        "session.last_active_at",
        "session.absolute_expires_at as absoluteExpiresAt",
        "session.created_at as createdAt",
        "session.remember_me as rememberMe",
        "person.deactivated_at",
      ])
      .where("session.device_id", "=", deviceId)
      .where("session.ended_at", "is", null)
      // A locked session is unlocked by its user, not by a refresh.
      .where("session.locked_at", "is", null)
      .orderBy("session.created_at", "desc")
      .executeTakeFirst()
  );
}

/** Returns the session limits from a person's organizations; the rule is `boundsOf`, over the same memberships. */
export async function findBounds(tx: WriteTransaction, personId: string): Promise<SessionBounds> {
  const { rows } = await sql<{ idle_minutes: number; hours: number; remember_me: boolean }>`
    select idle_minutes, hours, remember_me from session_bounds(${personId})`.execute(tx.identity);
  const [row] = rows;
  if (row === undefined) throw new Error("an aggregate without a row");
  return {
    idleMs: row.idle_minutes * 60_000,
    lengthMs: (row.hours / sessionHoursMax) * sessionLengthMs,
    mayRemember: row.remember_me,
  };
}

/** A new session with all its secrets. */
export type NewSession = {
  sessionId: string;
  personId: string;
  deviceId: string;
  generation: number;
  secretHash: Buffer;
  tokenHash: Buffer;
  tokenExpiresAt: Date;
  startOrganizationId: string | null;
  rememberMe: boolean;
  restriction: string | null;
  secondFactorAt: Date | null;
  trustedUntil: Date | null;
  dayCodeId: string | null;
  userAgent: string | null;
  address: string | null;
  now: Date;
  absoluteExpiresAt: Date;
};

/** The user's other sign-ins when a session begins. */
export type StartedSession = {
  /** Whether the user has signed in on other devices before, but never on this one. */
  is_new_device: boolean;
  /** The user's sessions elsewhere that are not locked. */
  unlocked_elsewhere: string[];
};

/**
 * Begins a session: stores the secret of its device, the user's sign-in on it (which gives them their own lock counter
 * there), the session and its access token. This is one statement; send it after the one that creates a new device.
 */
export const insertSession = prepareQuery<NewSession, StartedSession>((db, value) =>
  db
    .with("secret", (secret) =>
      secret
        .insertInto("device_secret")
        .values({
          secret_hash: value("secretHash"),
          device_id: value("deviceId"),
          generation: value("generation"),
        })
        .onConflict((conflict) => conflict.doNothing()),
    )
    .with("remembered", (remembered) =>
      remembered
        .insertInto("device_person")
        .values({
          device_id: value("deviceId"),
          person_id: value("personId"),
          trusted_until: value("trustedUntil"),
        })
        .onConflict((conflict) =>
          conflict.columns(["device_id", "person_id"]).doUpdateSet((old) => ({
            last_seen_at: sql`now()`,
            trusted_until: sql`coalesce(${old.ref("excluded.trusted_until")}, device_person.trusted_until)`,
          })),
        ),
    )
    .with("begun", (begun) =>
      begun.insertInto("session").values({
        id: value("sessionId"),
        person_id: value("personId"),
        device_id: value("deviceId"),
        start_organization_id: value("startOrganizationId"),
        remember_me: value("rememberMe"),
        restriction: value("restriction"),
        user_agent: value("userAgent"),
        address: value("address"),
        created_at: value("now"),
        authenticated_at: value("now"),
        second_factor_at: value("secondFactorAt"),
        day_code_id: value("dayCodeId"),
        last_active_at: value("now"),
        absolute_expires_at: value("absoluteExpiresAt"),
      }),
    )
    .insertInto("access_token")
    .values({
      token_hash: value("tokenHash"),
      session_id: value("sessionId"),
      expires_at: value("tokenExpiresAt"),
    })
    // These reads do not see what this statement itself writes.
    .returning([
      sql<boolean>`exists (select from device_person where person_id = ${value("personId")}::uuid
        and device_id <> ${value("deviceId")}::uuid)
        and not exists (select from device_person where person_id = ${value("personId")}::uuid
          and device_id = ${value("deviceId")}::uuid)`.as("is_new_device"),
      sql<string[]>`array(select id from session where person_id = ${value("personId")}::uuid
        and ended_at is null and locked_at is null)`.as("unlocked_elsewhere"),
    ]),
);

export async function insertAccessToken(
  tx: WriteTransaction,
  sessionId: string,
  hash: Buffer,
  expiresAt: Date,
) {
  await tx.identity
    .insertInto("access_token")
    .values({ token_hash: hash, session_id: sessionId, expires_at: expiresAt })
    .execute();
}

/**
 * Revokes the organization tokens of a person, without an organization all of them, and their day code, in one round
 * trip. Returns the id of the day code if it was still valid.
 */
export async function endTokensAndDayCode(
  tx: WriteTransaction,
  personId: string,
  organizationId: string | null,
  reason: string,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ dayCodeId: string | null }>`
    with day_code as (
      update recovery_code set revoked_at = ${now}
      where person_id = ${personId} and purpose = 'day' and revoked_at is null
      returning id, expires_at
    )
    select end_person_tokens(${personId}, ${organizationId}, ${now}, ${reason}),
      (select id from day_code where expires_at > ${now}::timestamptz) as "dayCodeId"`.execute(tx.identity);
  return rows[0]?.dayCodeId ?? undefined;
}

/** Filter for the sessions to end. */
export type SessionFilter =
  | { sessionId: string; personId?: string }
  | { deviceId: string; personId?: string; organizationId?: string }
  /** With an organization: the sessions that began there. */
  | { personId: string; except?: string; organizationId?: string }
  | { personIds: readonly string[] };

/** Ends sessions and deletes their access tokens; returns the ended ones, so that sockets can be closed. */
export function endSessions(tx: WriteTransaction, filter: SessionFilter, reason: string, now: Date) {
  return tx.identity
    .with("ended", (db) =>
      db
        .updateTable("session")
        .set({ ended_at: now, end_reason: reason })
        .where("ended_at", "is", null)
        .$if("sessionId" in filter, (query) =>
          query.where("id", "=", (filter as { sessionId: string }).sessionId),
        )
        .$if("deviceId" in filter, (query) =>
          query.where("device_id", "=", (filter as { deviceId: string }).deviceId),
        )
        .$if("personId" in filter && filter.personId !== undefined, (query) =>
          query.where("person_id", "=", (filter as { personId: string }).personId),
        )
        .$if("personIds" in filter, (query) =>
          query.where("person_id", "=", anyOf((filter as { personIds: readonly string[] }).personIds)),
        )
        .$if("organizationId" in filter && filter.organizationId !== undefined, (query) =>
          query.where("start_organization_id", "=", (filter as { organizationId: string }).organizationId),
        )
        .$if("except" in filter && filter.except !== undefined, (query) =>
          query.where("id", "<>", (filter as { except: string }).except),
        )
        .returning(["id", "person_id", "device_id"]),
    )
    .with("deleted", (db) =>
      db.deleteFrom("access_token").where("session_id", "in", db.selectFrom("ended").select("id")),
    )
    .selectFrom("ended")
    .select(["id", "person_id", "device_id"])
    .execute();
}

/** Locks sessions of a device: no token opens them until their user unlocks them. Returns the ones it locked. */
export async function lockSessions(
  tx: WriteTransaction,
  filter: { deviceId: string; sessionId?: string; except?: string },
  now: Date,
) {
  const lockedSessions = await tx.identity
    .updateTable("session")
    .set({ locked_at: now })
    .where("device_id", "=", filter.deviceId)
    .where("ended_at", "is", null)
    .where("locked_at", "is", null)
    .$if(filter.sessionId !== undefined, (query) => query.where("id", "=", String(filter.sessionId)))
    .$if(filter.except !== undefined, (query) => query.where("id", "<>", String(filter.except)))
    .returning(["id", "person_id", "device_id"])
    .execute();
  const ids = lockedSessions.map((session) => session.id);
  if (ids.length > 0)
    await tx.identity.deleteFrom("access_token").where("session_id", "=", anyOf(ids)).execute();
  return lockedSessions;
}

/**
 * Unlocks a session. Returns undefined when it is not locked, has ended, is past its absolute limit, or did not begin
 * in the given organization.
 */
export async function unlockSession(
  tx: WriteTransaction,
  { sessionId, deviceId, organizationId }: { sessionId: string; deviceId: string; organizationId?: string },
  now: Date,
) {
  return tx.identity
    .updateTable("session")
    .set({ locked_at: null, last_active_at: now, authenticated_at: now })
    .where("id", "=", sessionId)
    .where("device_id", "=", deviceId)
    .where("locked_at", "is not", null)
    .where("ended_at", "is", null)
    .where("absolute_expires_at", ">", now)
    .$if(organizationId !== undefined, (query) =>
      query.where("start_organization_id", "=", String(organizationId)),
    )
    .returning([
      "id",
      "person_id",
      "start_organization_id",
      "absolute_expires_at as absoluteExpiresAt",
      "created_at as createdAt",
      "remember_me as rememberMe",
    ])
    .executeTakeFirst();
}

/** Moves the idle clock, never backwards. */
export async function touchSession(tx: WriteTransaction, sessionId: string, activeAt: Date) {
  await tx.identity
    .updateTable("session")
    .set({ last_active_at: sql`greatest(last_active_at, ${activeAt})` })
    .where("id", "=", sessionId)
    .where("ended_at", "is", null)
    .execute();
}

/** Replaces the restriction of a session with the next one, if it is the one named; any other restriction stays. */
export async function liftRestriction(
  tx: WriteTransaction,
  sessionId: string,
  restriction: Restriction,
  next: Restriction | null,
) {
  await tx.identity
    .updateTable("session")
    .set({ restriction: next })
    .where("id", "=", sessionId)
    .where("restriction", "=", restriction)
    .execute();
}

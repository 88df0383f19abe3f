import { sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";

/**
 * Returns the name and language of a person and the address that was confirmed at the given time, or undefined for an
 * unknown person. `at` has no microseconds, so they are removed from the compared time as well. A mail queued in the
 * transaction that confirms an address is therefore sent to that address.
 */
export async function findRecipient(db: PlatformDb, personId: string, at: Date) {
  return db.reads
    .selectFrom("person")
    .select(["first_name", "last_name", "language"])
    .select(
      sql<string | null>`coalesce(
        (select c.old_email from email_change c where c.person_id = person.id and date_trunc('milliseconds', c.confirmed_at) > ${at}
          and c.old_email is not null order by c.confirmed_at limit 1),
        person.email)`.as("email"),
    )
    .where("id", "=", personId)
    .executeTakeFirst();
}

/** Returns the name of a user and of the organization in which they acted, or undefined if either no longer exists. */
export async function findAdministrator(db: PlatformDb, personId: string, organizationId: string) {
  return db.reads
    .selectFrom("person as p")
    .innerJoin("organization as o", (join) => join.on("o.organization_id", "=", organizationId))
    .select(["o.name as organization", "o.time_zone as timeZone"])
    .select(sql<string>`trim(p.first_name || ' ' || p.last_name)`.as("actor"))
    .where("p.id", "=", personId)
    .executeTakeFirst();
}

/** Returns the user agent with which a session was started. */
export async function findUserAgent(db: PlatformDb, sessionId: string): Promise<string | null> {
  const row = await db.reads
    .selectFrom("session")
    .select("user_agent")
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return row?.user_agent ?? null;
}

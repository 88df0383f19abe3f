import { sql } from "kysely";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { MembershipRow } from "./session-rules.ts";

/** Somebody whom a sign-in name may mean. */
export type LoginCandidate = {
  person_id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  password_hash: string | null;
  platform_role: "super_admin" | "admin" | null;
  must_change_password: boolean;
  deactivated_at: Date | null;
  is_demo: boolean;
  two_factor_enabled: boolean;
  last_organization_id: string | null;
  memberships: MembershipRow[];
};

export function findLoginCandidates(
  db: IdentityDb,
  email: string | null,
  username: string | null,
  organizationId: string | null,
): Promise<LoginCandidate[]> {
  return db.call<LoginCandidate>("find-login-candidates", "select * from find_login_candidates($1, $2, $3)", [
    email,
    username,
    organizationId,
  ]);
}

export async function findOrganizationByCode(db: IdentityDb, code: string) {
  const rows = await db.call<{ organization_id: string; name: string }>(
    "find-organization-by-code",
    "select * from find_organization_by_code($1)",
    [code],
  );
  return rows[0];
}

/**
 * Notes a sign-in on the person and on her membership in the practice she starts in. False when her password is no
 * longer the one that was checked: a change that ends all sessions must not miss one that is about to begin.
 */
export async function noteLogin(
  tx: WriteTransaction,
  person: Pick<LoginCandidate, "person_id" | "password_hash">,
  organizationId: string | null,
  now: Date,
): Promise<boolean> {
  const noted = await tx.identity
    .updateTable("person")
    .set({
      last_login_at: now,
      ...(organizationId === null ? {} : { last_organization_id: organizationId }),
    })
    .where("id", "=", person.person_id)
    .where("password_hash", "=", person.password_hash)
    .returning("id")
    .executeTakeFirst();
  if (noted === undefined) return false;
  if (organizationId === null) return true;
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("membership")
      .set({ last_login_at: now })
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", person.person_id)
      .execute(),
  );
  return true;
}

export async function insertOneTimeToken(
  tx: WriteTransaction,
  token: {
    token_hash: Buffer;
    purpose: "ws_ticket" | "second_step" | "setup";
    person_id?: string | null;
    session_id?: string | null;
    details?: Record<string, unknown>;
    expires_at: Date;
  },
) {
  await tx.identity
    .insertInto("one_time_token")
    .values({ ...token, details: JSON.stringify(token.details ?? {}) })
    .execute();
}

export async function findPasswordOwner(db: IdentityDb, personId: string) {
  const rows = await db.read((query) =>
    query
      .selectFrom("person")
      .select(["id", "first_name", "last_name", "email", "platform_username", "password_hash"])
      .where("id", "=", personId),
  );
  return rows[0];
}

/** Replaces a person's own password; false when the one that was checked is no longer hers. */
export async function replacePassword(
  tx: WriteTransaction,
  personId: string,
  checkedHash: string | null,
  hash: string,
): Promise<boolean> {
  const replaced = await tx.identity
    .updateTable("person")
    .set({ password_hash: hash, must_change_password: false, updated_at: sql`now()` })
    .where("id", "=", personId)
    .where("password_hash", "=", checkedHash)
    .returning("id")
    .executeTakeFirst();
  return replaced !== undefined;
}

import { orgTokenUseIntervalMs } from "@praxisportal/contract/limits";
import { sql } from "kysely";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { MembershipRow } from "../../directory/membership-rules.ts";

/** A token with its user and their membership, found by the hash of one of its values. */
export type FoundToken = {
  token_id: string;
  organization_id: string;
  organization_name: string;
  organization_type: string;
  organization_status: MembershipRow["organizationStatus"];
  trial_ends_at: Date | null;
  applications_allowed: boolean;
  kind: "access" | "refresh";
  secret_generation: number;
  secret_expires_at: Date;
  generation: number;
  previous_retires_at: Date;
  refresh_expires_at: Date;
  revoked_at: Date | null;
  application_id: string;
  scopes: string[];
  person_id: string;
  person_deactivated_at: Date | null;
  must_change_password: boolean;
  is_demo: boolean;
  membership_status: MembershipRow["status"] | "removed";
  username: string | null;
  role: string;
  permissions: string[];
  blocked: boolean;
  valid_until: Date | null;
  two_factor_policy: MembershipRow["twoFactorPolicy"];
  two_factor_enabled: boolean;
  has_passkey: boolean;
};

export async function findToken(db: IdentityDb, hash: Buffer): Promise<FoundToken | undefined> {
  const [row] = await db.call<FoundToken>("find-org-token", "select * from find_org_token($1)", [hash]);
  return row;
}

/** Finds a token and locks it, so that parallel renewals run one after the other. */
export async function lockToken(
  tx: WriteTransaction,
  organizationId: string,
  hash: Buffer,
): Promise<(FoundToken & { created_at: Date }) | undefined> {
  return tx.organization(organizationId, async (db) => {
    const lockedRow = await db
      .selectFrom("org_token")
      .innerJoin("org_token_secret", (join) =>
        join
          .onRef("org_token_secret.organization_id", "=", "org_token.organization_id")
          .onRef("org_token_secret.token_id", "=", "org_token.id"),
      )
      .select("org_token.created_at")
      .where("org_token.organization_id", "=", organizationId)
      .where("org_token_secret.token_hash", "=", hash)
      .forUpdate("org_token")
      .executeTakeFirst();
    if (lockedRow === undefined) return undefined;
    // Read after the lock, to see what its previous holder has committed.
    const { rows } = await sql<FoundToken>`select * from find_org_token(${hash})`.execute(db);
    return rows[0] === undefined ? undefined : { ...rows[0], ...lockedRow };
  });
}

/** Returns whether an organization lets applications act for its members. */
export async function allowsApplications(tx: WriteTransaction, organizationId: string): Promise<boolean> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("organization")
      .select("allow_applications")
      .where("organization_id", "=", organizationId)
      .executeTakeFirst(),
  );
  return row?.allow_applications ?? false;
}

/** Locks a user if their password is still the one that was verified. Returns false when it has changed. */
export async function lockIfPasswordUnchanged(
  tx: WriteTransaction,
  personId: string,
  passwordHash: string | null,
): Promise<boolean> {
  const row = await tx.identity
    .selectFrom("person")
    .select("id")
    .where("id", "=", personId)
    .where("password_hash", "=", passwordHash)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export type NewToken = {
  organizationId: string;
  id: string;
  personId: string;
  applicationId: string;
  applicationName: string;
  applicationType: string;
  scopes: readonly string[];
  accessExpiresAt: Date;
  refreshExpiresAt: Date;
  address: string;
  now: Date;
};

/** Inserts a token for an active member. Returns false when the user is not one. */
export async function insertToken(tx: WriteTransaction, token: NewToken): Promise<boolean> {
  return tx.organization(token.organizationId, async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("org_token")
      .columns([
        "organization_id",
        "id",
        "person_id",
        "membership_id",
        "application_id",
        "application_name",
        "application_type",
        "scopes",
        "access_expires_at",
        "refresh_expires_at",
        "last_address",
        "created_at",
      ])
      .expression((eb) =>
        eb
          .selectFrom("membership")
          .select([
            "organization_id",
            sql<string>`${token.id}::uuid`.as("id"),
            "person_id",
            "id as membership_id",
            sql<string>`${token.applicationId}::text`.as("application_id"),
            sql<string>`${token.applicationName}::text`.as("application_name"),
            sql<string>`${token.applicationType}::text`.as("application_type"),
            sql<string[]>`${token.scopes}::text[]`.as("scopes"),
            sql<Date>`${token.accessExpiresAt}::timestamptz`.as("access_expires_at"),
            sql<Date>`${token.refreshExpiresAt}::timestamptz`.as("refresh_expires_at"),
            sql<string>`${token.address}::text`.as("last_address"),
            sql<Date>`${token.now}::timestamptz`.as("created_at"),
          ])
          .where("organization_id", "=", token.organizationId)
          .where("person_id", "=", token.personId)
          .where("status", "=", "active"),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  });
}

/** Stores the values of one generation. An access token that is issued again gets the lifetime of a new one. */
export async function insertSecrets(
  tx: WriteTransaction,
  token: { organizationId: string; id: string },
  generation: number,
  secrets: readonly { kind: "access" | "refresh"; hash: Buffer; expiresAt: Date }[],
): Promise<void> {
  await tx.identity
    .insertInto("org_token_secret")
    .values(
      secrets.map(({ kind, hash, expiresAt }) => ({
        token_hash: hash,
        organization_id: token.organizationId,
        token_id: token.id,
        kind,
        generation,
        expires_at: expiresAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.column("token_hash").doUpdateSet((eb) => ({ expires_at: eb.ref("excluded.expires_at") })),
    )
    .execute();
}

/** Deletes values of generations before `oldest`. Later ones are kept to detect reuse. */
export async function pruneSecrets(tx: WriteTransaction, id: string, organizationId: string, oldest: number) {
  await tx.identity
    .deleteFrom("org_token_secret")
    .where("organization_id", "=", organizationId)
    .where("token_id", "=", id)
    .where("generation", "<", oldest)
    .execute();
}

type TokenKey = { organizationId: string; id: string };

/** Records that the next generation was used. The previous one stays valid until `retiresAt`. */
export async function promoteNextSecret(
  tx: WriteTransaction,
  { organizationId, id }: TokenKey,
  parent: number,
  retiresAt: Date,
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("org_token")
      .set({ generation: parent + 1, previous_retires_at: retiresAt })
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .where("generation", "=", parent)
      .execute(),
  );
}

export async function recordRenewal(
  tx: WriteTransaction,
  { organizationId, id }: TokenKey,
  renewal: { accessExpiresAt: Date; refreshExpiresAt: Date; address: string; now: Date },
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("org_token")
      .set({
        access_expires_at: renewal.accessExpiresAt,
        refresh_expires_at: renewal.refreshExpiresAt,
        last_used_at: renewal.now,
        last_address: renewal.address,
      })
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .execute(),
  );
}

/** Records a use, unless one was recorded less than a minute ago. */
export async function recordUse(
  tx: WriteTransaction,
  { organizationId, id }: TokenKey,
  address: string,
  now: Date,
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .updateTable("org_token")
      .set({ last_used_at: now, last_address: address })
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .where((eb) =>
        eb.or([
          eb("last_used_at", "is", null),
          eb("last_used_at", "<=", new Date(now.getTime() - orgTokenUseIntervalMs)),
        ]),
      )
      .execute(),
  );
}

/** Selects the tokens of an organization to revoke. */
export type Revocation = {
  id?: string;
  personId?: string;
  applicationId?: string;
  by: string | null;
  reason: string | null;
  now: Date;
};

/** Revokes active tokens of an organization. Returns the names of their applications. */
export async function revokeTokens(
  tx: WriteTransaction,
  organizationId: string,
  { id, personId, applicationId, by, reason, now }: Revocation,
): Promise<string[]> {
  return tx.organization(organizationId, async (db) => {
    let update = db
      .updateTable("org_token")
      .set({ revoked_at: now, revoked_by: by, revoke_reason: reason })
      .where("organization_id", "=", organizationId)
      .where("revoked_at", "is", null)
      .where("refresh_expires_at", ">", now);
    if (id !== undefined) update = update.where("id", "=", id);
    if (personId !== undefined) update = update.where("person_id", "=", personId);
    if (applicationId !== undefined) update = update.where("application_id", "=", applicationId);
    const rows = await update.returning("application_name").execute();
    return rows.map(({ application_name: name }) => name);
  });
}

/** Returns whether an organization has a token, in any state. */
export async function hasToken(tx: WriteTransaction, organizationId: string, id: string): Promise<boolean> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("org_token")
      .select("id")
      .where("organization_id", "=", organizationId)
      .where("id", "=", id)
      .executeTakeFirst(),
  );
  return row !== undefined;
}

import { sql } from "kysely";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { type PreparedQuery, prepareQuery } from "../../platform/db/prepared.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { LoginCandidate } from "../../directory/sign-in-person.queries.ts";

/** Data that a sign-in needs before the password is checked. */
export type LoginStart = {
  /** End of the lock on the address of the request. */
  addressLockedUntil: Date | null;
  /** The device whose cookie came with the request, unless it is revoked. */
  device: LoginDevice | undefined;
  /** The people to whom the name may belong, with the device of the request if they have signed in on it before. */
  candidates: (LoginCandidate & { known_device_id: string | null; device_trusted_until: Date | null })[];
};

/** A device found by the secret in its cookie, and the generation of that secret. */
export type LoginDevice = {
  device_id: string;
  device_generation: number;
  device_previous_retires_at: Date;
  secret_generation: number;
};

/** Reads everything in one statement, which is the same for known and unknown names. */
export async function findLoginStart(
  db: IdentityDb,
  name: { email: string | null; username: string | null; organizationId: string | null },
  addressKey: Buffer,
  deviceSecretHash: Buffer | null,
): Promise<LoginStart> {
  type Always = { address_locked_until: Date | null } & (LoginDevice | { device_id: null });
  type Row = LoginStart["candidates"][number];
  const rows = await db.call<Always & (Row | { person_id: null })>(
    "find-login-start",
    `select address.locked_until as address_locked_until, device.*, candidate.*,
      known.device_id as known_device_id, known.trusted_until as device_trusted_until
    from (select) as always
    left join attempt_limit as address on address.key = $4
    left join (select device.id as device_id, device.generation as device_generation,
          device.previous_retires_at as device_previous_retires_at, device_secret.generation as secret_generation
        from device_secret join device on device.id = device_secret.device_id and device.revoked_at is null
        where device_secret.secret_hash = $5) as device on true
    left join lateral (select * from find_login_candidates($1, $2, $3)
      -- Of many people with one username the function reads three. Those who are known on the device are not cut off.
      union select person.* from device_person cross join lateral find_sign_in_person(device_person.person_id) as person
        where device_person.device_id = device.device_id and $2::text is not null and $3::uuid is null
          and person.memberships @> jsonb_build_array(jsonb_build_object('username', $2::text))
      ) as candidate on true
    left join device_person as known
      on known.device_id = device.device_id and known.person_id = candidate.person_id`,
    [name.email, name.username, name.organizationId, addressKey, deviceSecretHash],
  );
  const [always] = rows;
  return {
    addressLockedUntil: always?.address_locked_until ?? null,
    device: always === undefined || always.device_id === null ? undefined : always,
    candidates: rows.filter((row): row is Always & Row => row.person_id !== null),
  };
}

/** Returns whether the temporary password of a person has expired. */
export async function isTemporaryPasswordExpired(
  db: IdentityDb,
  personId: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.read((query) =>
    query
      .selectFrom("person")
      .select("id")
      .where("id", "=", personId)
      .where("password_expires_at", "<=", now),
  );
  return rows.length > 0;
}

export async function findOrganizationByCode(db: IdentityDb, code: string) {
  const rows = await db.call<{ organization_id: string; name: string }>(
    "find-organization-by-code",
    "select * from find_organization_by_code($1)",
    [code],
  );
  return rows[0];
}

/** Returns whether a name belongs to a former member of an organization. */
export async function hasDeparted(
  db: IdentityDb,
  organizationId: string,
  name: { email: string | null; username: string | null },
): Promise<boolean> {
  const rows = await db.organization(organizationId).read((query) =>
    query
      .selectFrom("membership")
      .select("person_id")
      .where("organization_id", "=", organizationId)
      .where("status", "=", "removed")
      .where((eb) => eb.or([eb("username", "=", name.username), eb("email", "=", name.email)]))
      .limit(1),
  );
  return rows.length > 0;
}

type LoginRecord = {
  person_id: string;
  password_hash: string | null;
  organizationId: string | null;
  now: Date;
};

/**
 * Records a sign-in on the person and on their membership in the starting organization, after the statements in
 * `firstStatements`. Returns false when the password is no longer the one that was checked: a change that ends all
 * sessions must not miss one that is about to begin.
 */
export async function recordLogin(
  tx: WriteTransaction,
  login: LoginRecord,
  firstStatements: readonly PreparedQuery<unknown>[],
): Promise<boolean> {
  const { organizationId } = login;
  const statements = [...firstStatements, recordPersonLogin(login)];
  const rows =
    organizationId === null
      ? await tx.send(() => statements)
      : await tx.sendIn(organizationId, () => [
          ...statements,
          recordMemberLogin({ ...login, organizationId }),
          recordOrganizationLogin({ ...login, organizationId }),
        ]);
  return rows[firstStatements.length]?.length === 1;
}

const recordPersonLogin = prepareQuery<LoginRecord, unknown>((db, value) =>
  db
    .updateTable("person")
    .set({
      last_login_at: value("now"),
      last_organization_id: sql`coalesce(${value("organizationId")}::uuid, last_organization_id)`,
    })
    .where("id", "=", value("person_id"))
    .where("password_hash", "=", value("password_hash"))
    .returning("id"),
);

const recordMemberLogin = prepareQuery<LoginRecord & { organizationId: string }, unknown>((db, value) =>
  db
    .updateTable("membership")
    .set({ last_login_at: value("now") })
    .where("organization_id", "=", value("organizationId"))
    .where("person_id", "=", value("person_id")),
);

/** At most once an hour, so that concurrent sign-ins do not wait for each other. */
const recordOrganizationLogin = prepareQuery<LoginRecord & { organizationId: string }, unknown>((db, value) =>
  db
    .updateTable("organization_size")
    .set({ last_sign_in_at: value("now") })
    .where("organization_id", "=", value("organizationId"))
    .where(
      sql<boolean>`(last_sign_in_at is null or last_sign_in_at < ${value("now")}::timestamptz - interval '1 hour')`,
    ),
);

export async function insertOneTimeToken(
  tx: WriteTransaction,
  token: {
    token_hash: Buffer;
    purpose: "ws_ticket" | "download" | "second_step" | "setup" | "password_reset";
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

/** Replaces a person's own password. Returns false when the password that was checked is no longer theirs. */
export async function replacePassword(
  tx: WriteTransaction,
  personId: string,
  checkedHash: string | null,
  hash: string,
): Promise<boolean> {
  const row = await tx.identity
    .updateTable("person")
    .set({ password_hash: hash, must_change_password: false, updated_at: sql`now()` })
    .where("id", "=", personId)
    .where("password_hash", "=", checkedHash)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

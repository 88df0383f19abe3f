import { sql } from "kysely";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { Challenge } from "./challenge-purpose.ts";

const listedColumns = ["id", "name", "created_at", "last_used_at", "is_synced"] as const;

/** Returns a person's passkeys, newest first. */
export function listPasskeys(db: IdentityDb, personId: string) {
  return db.read((query) =>
    query
      .selectFrom("passkey")
      .select([...listedColumns, "credential_id", "transports"])
      .where("person_id", "=", personId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc"),
  );
}

/** Returns a passkey with the data to check its signatures. */
export async function findCredential(db: IdentityDb, credentialId: Buffer) {
  const rows = await db.read((query) =>
    query
      .selectFrom("passkey")
      .select(["id", "person_id", "credential_id", "public_key", "counter"])
      .where("credential_id", "=", credentialId),
  );
  return rows[0];
}

/** Returns the names that an authenticator shows for the person. */
export async function findOwner(db: IdentityDb, personId: string) {
  const rows = await db.read((query) =>
    query
      .selectFrom("person")
      .select(["first_name", "last_name", "email", "platform_username"])
      .where("id", "=", personId),
  );
  return rows[0];
}

/** Stores a passkey. Returns undefined when the key is already registered. */
export async function insertPasskey(
  tx: WriteTransaction,
  passkey: {
    id: string;
    person_id: string;
    credential_id: Buffer;
    public_key: Buffer;
    counter: number;
    transports: string[];
    is_synced: boolean;
    name: string;
    created_at: Date;
  },
) {
  return tx.identity
    .insertInto("passkey")
    .values(passkey)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning(listedColumns)
    .executeTakeFirst();
}

export async function renamePasskey(tx: WriteTransaction, personId: string, id: string, name: string) {
  return tx.identity
    .updateTable("passkey")
    .set({ name })
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .returning(listedColumns)
    .executeTakeFirst();
}

/**
 * Deletes a passkey and returns its name and the remaining second factors. The person's row is locked first: of two
 * parallel deletions, the second one sees that it removes the last passkey.
 */
export async function deletePasskey(tx: WriteTransaction, personId: string, id: string) {
  await tx.identity.selectFrom("person").select("id").where("id", "=", personId).forUpdate().execute();
  const deletedPasskey = await tx.identity
    .deleteFrom("passkey")
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .returning("name")
    .executeTakeFirst();
  if (deletedPasskey === undefined) return undefined;
  const remaining = await tx.identity
    .selectFrom("person as p")
    .select([
      sql<string>`(select count(*) from passkey k where k.person_id = p.id)`.as("passkeys"),
      sql<boolean>`exists (select from two_factor f where f.person_id = p.id and f.enabled_at is not null)`.as(
        "app",
      ),
    ])
    .where("p.id", "=", personId)
    .executeTakeFirstOrThrow();
  return {
    name: deletedPasskey.name,
    remaining: { passkeys: Number(remaining.passkeys), app: remaining.app },
  };
}

/**
 * Records the use of a passkey: true once for each counter value, and only while the passkey exists. Repeats the check
 * of `counterMayFollow`, because two copies may be used at the same moment.
 */
export async function usePasskey(
  tx: WriteTransaction,
  use: { id: string; counter: number; now: Date },
): Promise<boolean> {
  const row = await tx.identity
    .updateTable("passkey")
    .set({ counter: use.counter, last_used_at: use.now })
    .where("id", "=", use.id)
    .where(sql<boolean>`(counter < ${use.counter} or (counter = 0 and ${use.counter} = 0))`)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a challenge until it is answered. */
export async function insertChallenge(
  tx: WriteTransaction,
  challenge: {
    token_hash: Buffer;
    person_id: string | null;
    session_id: string | null;
    details: Challenge;
    expires_at: Date;
  },
): Promise<void> {
  await tx.identity
    .insertInto("one_time_token")
    .values({ ...challenge, purpose: "passkey", details: JSON.stringify(challenge.details) })
    .execute();
}

/** Uses up a challenge, whatever its response. Returns undefined when it is unknown, used or expired. */
export async function takeChallenge(db: IdentityDb, tokenHash: Buffer, now: Date) {
  return db.write((tx) =>
    tx.identity
      .updateTable("one_time_token")
      .set({ used_at: now })
      .where("token_hash", "=", tokenHash)
      .where("purpose", "=", "passkey")
      .where("used_at", "is", null)
      .where("expires_at", ">", now)
      .returning(["person_id", "session_id", "details"])
      .executeTakeFirst(),
  );
}

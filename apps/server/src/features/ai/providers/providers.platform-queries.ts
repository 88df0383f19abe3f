import { uuidV7 } from "@praxisportal/contract/identifiers";
import { type Kysely, sql, type Updateable } from "kysely";
import type { AiProviderTable, GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import {
  type StoredPriceRow,
  type ModelRow,
  type PriceRow,
  type ProviderRow,
  selectProviders,
  type StopRow,
} from "./catalogue.queries.ts";

type Db = Kysely<TenantTables & GlobalTables>;

/** Reads a provider and locks it until the transaction ends. Returns undefined when it does not exist. */
export function lockProvider(db: Db, key: string): Promise<ProviderRow | undefined> {
  return selectProviders(db).where("key", "=", key).forNoKeyUpdate().executeTakeFirst();
}

export async function updateProvider(
  db: Db,
  key: string,
  columns: Updateable<AiProviderTable>,
): Promise<void> {
  await db
    .updateTable("ai_provider")
    .set({ ...columns, version: sql`version + 1`, updated_at: sql`now()` })
    .where("key", "=", key)
    .execute();
}

/** Stores the switch of a provider without changing the version of its record. */
export async function saveProviderSwitch(db: Db, key: string, stop: StopRow): Promise<void> {
  await db.updateTable("ai_provider").set(stop).where("key", "=", key).execute();
}

/** Reads the switch of the platform and locks it until the transaction ends. */
export function lockPlatformSwitch(db: Db): Promise<StopRow> {
  return db
    .selectFrom("ai_platform")
    .select(["stopped_at", "stopped_reason"])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function savePlatformSwitch(db: Db, stop: StopRow): Promise<void> {
  await db.updateTable("ai_platform").set(stop).execute();
}

/** Withdraws all approvals of a provider. Returns the affected organizations, ordered by id. */
export async function withdrawApprovals(db: Db, provider: string): Promise<string[]> {
  const rows = await db
    .updateTable("ai_approval")
    .set({ approved: false, version: sql`version + 1`, updated_at: sql`now()` })
    .where("provider_key", "=", provider)
    .where("approved", "=", true)
    .returning("organization_id")
    .execute();
  return rows.map((row) => row.organization_id).toSorted();
}

export function listModels(db: Db, provider: string): Promise<ModelRow[]> {
  return db
    .selectFrom("ai_model")
    .selectAll()
    .where("provider_key", "=", provider)
    .orderBy("model")
    .execute();
}

/** Replaces all models of a provider. Prices and usage of removed models are kept. */
export async function replaceModels(db: Db, provider: string, models: readonly ModelRow[]): Promise<void> {
  await db.deleteFrom("ai_model").where("provider_key", "=", provider).execute();
  if (models.length > 0)
    await db
      .insertInto("ai_model")
      .values([...models])
      .execute();
}

/** Returns every price of a provider, including ended and planned ones, oldest first. */
export function listPrices(db: Db, provider: string): Promise<StoredPriceRow[]> {
  return db
    .selectFrom("ai_price")
    .selectAll()
    .where("provider_key", "=", provider)
    .orderBy("valid_from")
    .execute();
}

export type NewPrice = Omit<PriceRow, "id">;

export async function insertPrice(db: Db, price: NewPrice): Promise<void> {
  await db
    .insertInto("ai_price")
    .values({ id: uuidV7(), ...price })
    .execute();
}

/** Ends a price. Its amounts stay unchanged. */
export async function endPrice(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("ai_price").set({ valid_until: at }).where("id", "=", id).execute();
}

/** Deletes a price that has not begun. */
export async function dropPrice(db: Db, id: string): Promise<void> {
  await db.deleteFrom("ai_price").where("id", "=", id).execute();
}

import { uuidV7 } from "@praxisportal/contract/identifiers";
import { type Kysely, sql } from "kysely";
import { nilPersonId } from "../../directory/limits/nil-person.ts";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";
import { demoModels, demoProvider, type DemoUse } from "./demo-ai.ts";

type Db = Kysely<TenantTables & GlobalTables>;

/** Expiry of the fictitious attestation, far enough in the future to need no renewal. */
const attestationExpiry = "2099-12-31";
const agreedOn = "2026-01-02";

/**
 * Stores the current address and key of the demo provider. Later changes by the operator are kept. Returns its id and
 * whether it is new.
 */
export async function saveProvider(
  db: Db,
  at: { baseUrl: string; apiKey: Buffer; last4: string },
): Promise<{ id: string; isNew: boolean }> {
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into ai_provider (key, name, wire, base_url, api_key, api_key_last4, region, establishment, c5_type,
      c5_valid_until, retention_days, trains_on_data, enabled, is_demo)
    values (${demoProvider.key}, ${demoProvider.name}, 'openai', ${at.baseUrl}, ${at.apiKey}, ${at.last4}, 'local', 'de',
      'type2', ${attestationExpiry}, 0, false, true, true)
    on conflict (key) do update set base_url = excluded.base_url, api_key = excluded.api_key,
      api_key_last4 = excluded.api_key_last4, version = ai_provider.version + 1, updated_at = now()
    returning id, xmax = 0 as "isNew"`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("the provider of the demonstration was not stored");
  return row;
}

/** Inserts the models of the demo provider, with prices valid from `since`. */
export async function insertModels(db: Db, since: Date): Promise<void> {
  await db
    .insertInto("ai_model")
    .values(
      demoModels.map(({ model, kind, maxOutputTokens }) => ({
        provider_key: demoProvider.key,
        model,
        kind,
        max_output_tokens: maxOutputTokens,
      })),
    )
    .execute();
  await db
    .insertInto("ai_price")
    .values(
      demoModels.flatMap(({ model, prices }) =>
        Object.entries(prices).map(([currency, { input, output, cached, audioHour }]) => ({
          id: uuidV7(),
          provider_key: demoProvider.key,
          model,
          currency,
          valid_from: since,
          input_micro: input,
          output_micro: output,
          cached_micro: cached,
          reasoning_micro: output,
          audio_hour_micro: audioHour,
        })),
      ),
    )
    .execute();
}

/** The first price of a model of the demo provider in a currency. */
export type DemoPriceRow = { id: string; model: string; currency: string };

export function listPrices(db: Db): Promise<DemoPriceRow[]> {
  return db
    .selectFrom("ai_price")
    .distinctOn(["model", "currency"])
    .select(["id", "model", "currency"])
    .where("provider_key", "=", demoProvider.key)
    .orderBy("model")
    .orderBy("currency")
    .orderBy("valid_from")
    .execute();
}

/** Records that organizations approve the provider. Existing decisions are kept. */
export async function approve(db: Db, organizationIds: readonly string[]): Promise<void> {
  if (organizationIds.length === 0) return;
  await db
    .insertInto("ai_approval")
    .values(
      organizationIds.map((organization_id) => ({
        organization_id,
        provider_key: demoProvider.key,
        approved: true,
        secrecy_agreed_on: agreedOn,
        processing_version: "Demonstration",
        processing_agreed_on: agreedOn,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the ids of the demo organizations, the largest first. */
export async function listOrganizations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.organization_id as id from organization o join membership m using (organization_id)
    where o.is_demo group by o.organization_id order by count(*) desc, o.organization_id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function setLimits(
  db: Db,
  organizationId: string,
  limits: { tokens: number; micros: number; personTokens: number; personMicros: number },
): Promise<void> {
  await db
    .insertInto("ai_policy")
    .values({
      organization_id: organizationId,
      limit_tokens: limits.tokens,
      limit_micro: limits.micros,
      person_limit_tokens: limits.personTokens,
      person_limit_micro: limits.personMicros,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A call as booked. */
export type BookedUse = Omit<DemoUse, "model"> & {
  personId: string;
  model: string;
  kind: string;
  localDay: string;
  budgetTokens: number;
  costMicros: bigint;
  currency: string;
  priceId: string;
};

/** Books calls with the same functions as real calls, then backdates them. */
export async function bookUses(db: Db, organizationId: string, uses: readonly BookedUse[]): Promise<void> {
  if (uses.length === 0) return;
  // The same objects serve as rows of open and of booked calls.
  const calls = JSON.stringify(
    uses.map((use) => ({
      id: uuidV7(),
      person_id: use.personId,
      provider_key: demoProvider.key,
      model: use.model,
      kind: use.kind,
      period: `${use.localDay.slice(0, 7)}-01`,
      hold_tokens: use.budgetTokens,
      hold_micro: String(use.costMicros),
      price_id: use.priceId,
      currency: use.currency,
      occurred_at: use.at,
      local_day: use.localDay,
      outcome: use.outcome,
      budget_tokens: use.budgetTokens,
      input_tokens: use.inputTokens,
      output_tokens: use.outputTokens,
      cached_tokens: use.cachedTokens,
      reasoning_tokens: use.reasoningTokens,
      audio_seconds: use.audioSeconds,
      cost_micro: String(use.costMicros),
      is_estimated: use.isEstimated,
      duration_ms: use.durationMs,
    })),
  );
  await sql`select ai_reserve(${organizationId}, ${calls}, interval '1 minute')`.execute(db);
  await sql`select ai_settle(${organizationId}, ${calls})`.execute(db);
  await sql`
    update ai_usage_event e set occurred_at = use.occurred_at, duration_ms = use.duration_ms
    from json_populate_recordset(null::ai_usage_event, ${calls}::json) as use
    where e.organization_id = ${organizationId} and e.id = use.id`.execute(db);
}

/**
 * Deletes the provider and its fictitious usage in the demo organizations. Usage by real organizations stays booked
 * at its original cost.
 *
 * @param allDb queries in a transaction of the platform role, before the demo organizations are deleted
 */
export async function deleteDemoAi(allDb: Db): Promise<void> {
  // One row per month is enough, because only the sum of all rows counts.
  await sql`
    insert into ai_platform_balance as p (period, used_tokens, held_tokens)
    select period, -sum(used_tokens), -sum(held_tokens)
    from ai_balance join organization using (organization_id)
    where is_demo and person_id = ${sql.lit(nilPersonId)} group by period
    on conflict (period, slot) do update
      set used_tokens = p.used_tokens + excluded.used_tokens, held_tokens = p.held_tokens + excluded.held_tokens`.execute(
    allDb,
  );
  const prices = sql`select p.id from ai_price p join ai_provider on key = provider_key where is_demo`;
  for (const table of ["ai_usage_event", "ai_call"]) {
    await sql`update ${sql.table(table)} set price_id = null where price_id in (${prices})`.execute(allDb);
  }
  await allDb.deleteFrom("ai_provider").where("is_demo", "=", true).execute();
}

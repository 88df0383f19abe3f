import { type Kysely, sql } from "kysely";
import { germanOrder } from "../../../platform/db/german-order.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { AiProviderTable } from "../../../platform/db/tables.gen.ts";

export type ProviderRow = {
  key: string;
  id: string;
  name: string;
  wire: string;
  base_url: string | null;
  api_key: Buffer | null;
  api_key_last4: string | null;
  region: string | null;
  establishment: string | null;
  c5_type: string | null;
  c5_valid_until: string | null;
  retention_days: number | null;
  trains_on_data: boolean | null;
  enabled: boolean;
  stopped_at: Date | null;
  stopped_reason: string | null;
  is_demo: boolean;
  updated_at: Date;
  version: number;
};

export type ModelRow = {
  provider_key: string;
  model: string;
  kind: string;
  max_output_tokens: number;
  enabled: boolean;
};

export type PriceRow = {
  id: string;
  provider_key: string;
  model: string;
  currency: string;
  valid_from: Date;
  input_micro: string;
  output_micro: string;
  cached_micro: string;
  reasoning_micro: string;
  audio_hour_micro: string;
  uplift_basis_points: number;
};

export type StoredPriceRow = PriceRow & { valid_until: Date | null };

export type StopRow = { stopped_at: Date | null; stopped_reason: string | null };

/**
 * Selects all columns of providers. Dates are formatted as text, because the driver would turn them into midnight of
 * some time zone.
 */
export function selectProviders<Tables extends { ai_provider: AiProviderTable }>(db: Kysely<Tables>) {
  return (db as unknown as Kysely<{ ai_provider: AiProviderTable }>)
    .selectFrom("ai_provider")
    .select([
      "key",
      "id",
      "name",
      "wire",
      "base_url",
      "api_key",
      "api_key_last4",
      "region",
      "establishment",
      "c5_type",
      "retention_days",
      "trains_on_data",
      "enabled",
      "stopped_at",
      "stopped_reason",
      "is_demo",
      "updated_at",
      "version",
    ])
    .select(sql<string | null>`to_char(c5_valid_until, 'YYYY-MM-DD')`.as("c5_valid_until"));
}

/** Reads all provider data of the platform, with the prices valid at `now`. */
export async function readCatalogue(db: IdentityDb, now: Date) {
  const [providers, models, prices, [platform]] = await Promise.all([
    db.read<ProviderRow>((query) => selectProviders(query).orderBy("name", germanOrder).orderBy("key")),
    db.read<ModelRow>((query) =>
      query.selectFrom("ai_model").selectAll().orderBy("provider_key").orderBy("model"),
    ),
    db.read<StoredPriceRow>((query) =>
      query
        .selectFrom("ai_price")
        .distinctOn(["provider_key", "model", "currency"])
        .selectAll()
        .where("valid_from", "<=", now)
        .orderBy("provider_key")
        .orderBy("model")
        .orderBy("currency")
        .orderBy("valid_from", "desc"),
    ),
    db.read<StopRow>((query) => query.selectFrom("ai_platform").select(["stopped_at", "stopped_reason"])),
  ]);
  return {
    providers,
    models,
    // The latest price that has begun is used; when it has ended, there is none.
    prices: prices.filter(({ valid_until }) => valid_until === null || valid_until > now),
    platform: platform ?? { stopped_at: null, stopped_reason: null },
  };
}
export type Catalogue = Awaited<ReturnType<typeof readCatalogue>>;

/** Returns every past, current and planned price of a provider, oldest first. */
export function readPrices(db: IdentityDb, provider: string): Promise<StoredPriceRow[]> {
  return db.read<StoredPriceRow>((query) =>
    query
      .selectFrom("ai_price")
      .selectAll()
      .where("provider_key", "=", provider)
      .orderBy("model")
      .orderBy("currency")
      .orderBy("valid_from"),
  );
}

import type { NewAiModel, NewAiPrice, UpdateAiProvider } from "@praxisportal/contract/ai/providers.schema";
import { currencies } from "@praxisportal/contract/organizations/organization-settings.schema";
import type { Updateable } from "kysely";
import type { AiProviderTable } from "../../../platform/db/tables.gen.ts";
import { c5Of } from "./catalogue.ts";
import type { StoredPriceRow, ModelRow, PriceRow, ProviderRow } from "./catalogue.queries.ts";
import type { NewPrice } from "./providers.platform-queries.ts";

/** Changes for the audit log: field → [before, after]. */
export type Changes = Record<string, readonly [unknown, unknown]>;

const defaultMaxOutputTokens = 4096;
const masked = ["•", "•"] as const;

/**
 * Returns the columns of the record to write, and the changes for the audit log. The key and the models are handled
 * by the caller.
 */
export function recordChanges(
  row: ProviderRow,
  body: Omit<UpdateAiProvider, "apiKey" | "models">,
): { columns: Updateable<AiProviderTable>; changes: Changes } {
  const columns: Updateable<AiProviderTable> = {};
  const changes: Changes = {};
  const setField = (
    name: string,
    before: unknown,
    after: unknown,
    requested: Updateable<AiProviderTable>,
  ) => {
    if (after === undefined || JSON.stringify(before) === JSON.stringify(after)) return;
    changes[name] = [before, after];
    Object.assign(columns, requested);
  };
  const { baseUrl, region, establishment, c5, retentionDays, trainsOnData, enabled } = body;
  setField("baseUrl", row.base_url, baseUrl, { base_url: baseUrl ?? null });
  setField("region", row.region, region, { region: region ?? null });
  setField("establishment", row.establishment, establishment, { establishment: establishment ?? null });
  setField("c5", c5Of(row), c5 && { type: c5.type, validUntil: c5.validUntil }, {
    c5_type: c5?.type ?? null,
    c5_valid_until: c5?.validUntil ?? null,
  });
  setField("retentionDays", row.retention_days, retentionDays, { retention_days: retentionDays ?? null });
  setField("trainsOnData", row.trains_on_data, trainsOnData, { trains_on_data: trainsOnData ?? null });
  setField("enabled", row.enabled, enabled, { enabled: enabled ?? false });
  return { columns, changes };
}

/** Records that a key was set, replaced or removed, without its value. */
export function keyChange(hadKey: boolean, hasKey: boolean): Changes {
  return { apiKey: hadKey && hasKey ? masked : [hadKey ? "•" : null, hasKey ? "•" : null] };
}

/** Returns the new models and the changes for the audit log, or undefined when nothing differs. */
export function modelChanges(
  provider: string,
  before: readonly ModelRow[],
  requested: readonly NewAiModel[],
): { rows: ModelRow[]; changes: Changes } | undefined {
  const previousModels = new Map(before.map((row) => [row.model, row]));
  const rows = requested.map(({ model, kind, maxOutputTokens, enabled }) => ({
    provider_key: provider,
    model,
    kind,
    max_output_tokens:
      maxOutputTokens ?? previousModels.get(model)?.max_output_tokens ?? defaultMaxOutputTokens,
    enabled: enabled ?? previousModels.get(model)?.enabled ?? true,
  }));
  const [previous, next] = [before, rows].map((modelRows) => modelRows.map(describe).toSorted());
  if (JSON.stringify(previous) === JSON.stringify(next)) return undefined;
  return { rows, changes: { models: [previous, next] } };
}

function describe({ model, kind, max_output_tokens, enabled }: ModelRow): string {
  return `${model} (${kind}, ${max_output_tokens}${enabled ? "" : ", off"})`;
}

export type PriceChanges = {
  ended: readonly string[];
  dropped: readonly string[];
  started: readonly NewPrice[];
  changes: Changes;
};

/**
 * In ms. A price that begins later than this is planned; one that begins sooner stems from several changes made at
 * once.
 */
const plannedMs = 60_000;

/**
 * Returns the effect of changed prices. A change inserts a new row valid from then on, because booked usage refers to
 * its price row; planned prices after it are dropped. Of two changes in one millisecond the later one begins a
 * millisecond later.
 */
export function priceChanges(
  provider: string,
  stored: readonly StoredPriceRow[],
  models: readonly NewAiModel[],
  now: Date,
): PriceChanges {
  const result = {
    ended: [] as string[],
    dropped: [] as string[],
    started: [] as NewPrice[],
    changes: {} as Changes,
  };
  for (const { model, prices } of models) {
    for (const currency of currencies) {
      const requested = prices?.[currency];
      if (requested === undefined) continue;
      const currentPrices = stored.filter((row) => row.model === model && row.currency === currency);
      const from = requested?.validFrom === undefined ? now : new Date(requested.validFrom);
      const isPlanned = ({ valid_from }: PriceRow) => valid_from.getTime() > now.getTime() + plannedMs;
      const droppedPrices = currentPrices.filter(
        (row) => isPlanned(row) && (requested === null || row.valid_from >= from),
      );
      const last = currentPrices.findLast((row) => !droppedPrices.includes(row));
      const isOpen = last !== undefined && (last.valid_until === null || last.valid_until > now);
      const before = isOpen ? amountsOf(last) : null;
      const after = requested && completePrice(requested);
      const isSame = JSON.stringify(before) === JSON.stringify(after);
      if (isSame && droppedPrices.length === 0) continue;
      result.dropped.push(...droppedPrices.map(({ id }) => id));
      result.changes[`price ${model} ${currency}`] = [
        before,
        after && { ...after, ...plannedFrom(from, now) },
      ];
      if (isSame) continue;
      if (after === null) {
        if (isOpen) result.ended.push(last.id);
        continue;
      }
      const at = new Date(Math.max(from.getTime(), (last?.valid_from.getTime() ?? 0) + 1));
      result.started.push({ provider_key: provider, model, currency, valid_from: at, ...columnsOf(after) });
    }
  }
  return result;
}

function plannedFrom(from: Date, now: Date): { validFrom?: string } {
  return from > now ? { validFrom: from.toISOString() } : {};
}

/** Returns the paths of prices that would begin in the past. */
export function backdatedPaths(models: readonly NewAiModel[], now: Date): string[] {
  return models.flatMap(({ prices }, index) =>
    currencies.flatMap((currency) => {
      const from = prices?.[currency]?.validFrom;
      return from !== undefined && new Date(from) < now
        ? [`models.${index}.prices.${currency}.validFrom`]
        : [];
    }),
  );
}

type Amounts = { [Name in Exclude<keyof NewAiPrice, "validFrom">]-?: number };

function completePrice(price: NewAiPrice): Amounts {
  const { inputMicro, outputMicro } = price;
  return {
    inputMicro,
    outputMicro,
    cachedMicro: price.cachedMicro ?? inputMicro,
    reasoningMicro: price.reasoningMicro ?? outputMicro,
    audioHourMicro: price.audioHourMicro ?? 0,
    upliftBasisPoints: price.upliftBasisPoints ?? 0,
  };
}

function amountsOf(row: PriceRow): Amounts {
  return {
    inputMicro: Number(row.input_micro),
    outputMicro: Number(row.output_micro),
    cachedMicro: Number(row.cached_micro),
    reasoningMicro: Number(row.reasoning_micro),
    audioHourMicro: Number(row.audio_hour_micro),
    upliftBasisPoints: row.uplift_basis_points,
  };
}

function columnsOf(price: Amounts) {
  return {
    input_micro: String(price.inputMicro),
    output_micro: String(price.outputMicro),
    cached_micro: String(price.cachedMicro),
    reasoning_micro: String(price.reasoningMicro),
    audio_hour_micro: String(price.audioHourMicro),
    uplift_basis_points: price.upliftBasisPoints,
  };
}

import { topProviderCount } from "@praxisportal/contract/limits";
import type { BillingHistory, Costs, ExportedCall } from "@praxisportal/contract/billing/billing.schema";
import { lastDayOfMonth } from "@praxisportal/contract/usage/usage.rules";
import type { Currency, Usage } from "@praxisportal/contract/usage/usage.schema";
import type { MonthRow } from "./billing-rows.ts";

/** Returns the months of an organization; `today` decides which ones are closed. */
export function presentMonths(rows: readonly MonthRow[], today: string): BillingHistory {
  return {
    data: rows.map((row) => ({
      month: row.month,
      startDate: `${row.month}-01`,
      endDate: lastDayOfMonth(`${row.month}-01`),
      isClosed: row.month < today.slice(0, 7),
      currency: row.currency as Currency,
      count: Number(row.calls),
      inputTokens: Number(row.input),
      outputTokens: Number(row.output),
      audioSeconds: Number(row.audio),
      costMicros: Number(row.cost),
      estimatedCount: Number(row.estimated),
      unpricedCount: Number(row.unpriced),
    })),
  };
}

/** Returns the costs of a usage. Providers after the five most expensive are summed up in one line. */
export function presentCosts(usage: Usage): Costs {
  const total = usage.totals.costMicros;
  const line = ({ count, costMicros }: { count: number; costMicros: number }) => ({
    count,
    costMicros,
    share: total === 0 ? 0 : costMicros / total,
  });
  const providers = Object.entries(usage.byProvider).toSorted(
    ([, left], [, right]) => right.costMicros - left.costMicros || right.count - left.count,
  );
  const otherProviders = providers.slice(topProviderCount);
  const sum = (field: "count" | "costMicros") =>
    otherProviders.reduce((subtotal, [, provider]) => subtotal + provider[field], 0);
  return {
    organizationId: usage.organizationId,
    period: usage.period,
    startDate: usage.startDate,
    endDate: usage.endDate,
    currency: usage.currency,
    total,
    topProviders: providers
      .slice(0, topProviderCount)
      .map(([provider, figures]) => ({ provider, name: figures.name, ...line(figures) })),
    otherProviders:
      otherProviders.length === 0
        ? null
        : {
            providers: otherProviders.length,
            ...line({ count: sum("count"), costMicros: sum("costMicros") }),
          },
    byModel: usage.byModel.map(({ provider, model, ...figures }) => ({ provider, model, ...line(figures) })),
    otherCurrencies: usage.otherCurrencies,
  };
}

/** A booked call as stored. */
export type CallRow = {
  id: string;
  at: string;
  occurred_at: Date;
  day: string;
  person_id: string;
  name: string | null;
  site: string | null;
  token_id: string | null;
  provider_key: string;
  model: string;
  kind: ExportedCall["kind"];
  outcome: ExportedCall["outcome"];
  input_tokens: string;
  output_tokens: string;
  cached_tokens: string;
  reasoning_tokens: string;
  audio_seconds: string;
  cost_micro: string | null;
  currency: string;
  is_estimated: boolean;
  duration_ms: number;
};

/** Returns a line of the export. */
export function presentCall(row: CallRow): ExportedCall {
  return {
    id: row.id,
    time: row.occurred_at.toISOString(),
    day: row.day,
    userId: row.person_id,
    name: row.name,
    site: row.site,
    tokenId: row.token_id,
    provider: row.provider_key,
    model: row.model,
    kind: row.kind,
    outcome: row.outcome,
    inputTokens: Number(row.input_tokens),
    outputTokens: Number(row.output_tokens),
    cachedTokens: Number(row.cached_tokens),
    reasoningTokens: Number(row.reasoning_tokens),
    audioSeconds: Number(row.audio_seconds),
    costMicros: row.cost_micro === null ? null : Number(row.cost_micro),
    currency: row.currency,
    estimated: row.is_estimated,
    durationMs: row.duration_ms,
  };
}

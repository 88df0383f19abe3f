import { uuidV7 } from "@praxisportal/contract/identifiers";
import { dateInTimeZone } from "@praxisportal/contract/usage/usage.rules";
import { budgetTokens } from "../../src/features/ai/metering/cost.ts";
import type { Hold, Settlement } from "../../src/features/ai/metering/holds.queries.ts";
import { UsageBatcher } from "../../src/features/ai/metering/usage-batcher.ts";
import { queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";

/** Usage and time of a call. Absent fields default to a small chat today, in Berlin. */
export type Booked = Partial<Omit<Settlement, "id">> & {
  provider?: string;
  model?: string;
  kind?: Hold["kind"];
  currency?: string;
  /** Time of booking. */
  at?: Date;
};

export type CallOwner = { organizationId: string; personId: string };

/** Adds enabled providers. Their model probe-1 has a price in euros, which callers with a money limit need. */
export async function makeProviders(testApp: TestApp, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await queryRows(
      testApp,
      "insert into ai_provider (key, name, wire, enabled) values ($1, $2, 'openai', true) on conflict do nothing",
      [key, `Anbieter ${key}`],
    );
    await queryRows(
      testApp,
      `insert into ai_price (id, provider_key, model, currency, valid_from, input_micro, output_micro, cached_micro,
         reasoning_micro, audio_hour_micro)
       values ($1, $2, 'probe-1', 'EUR', '2020-01-01', 1000000, 2000000, 1000000, 2000000, 0)`,
      [uuidV7(), key],
    );
  }
}

/** Holds and books a call like the gateway. Throws if the budget is too small. */
export async function bookCall(testApp: TestApp, owner: CallOwner, call: Booked = {}): Promise<string> {
  const { provider = "probe", model = "probe-1", kind = "chat", currency = "EUR", at, ...end } = call;
  const day = end.localDay ?? dateInTimeZone("Europe/Berlin", new Date());
  const usage = {
    inputTokens: 10,
    outputTokens: 5,
    cachedTokens: 0,
    reasoningTokens: 0,
    audioSeconds: 0,
    ...end,
  };
  const tokens = budgetTokens(usage);
  const id = await holdCall(testApp, owner, {
    tokens,
    costMicros: end.costMicros ?? 0n,
    provider,
    model,
    kind,
    currency,
    period: `${day.slice(0, 7)}-01`,
  });
  const db = testApp.app.identityDb.organization(owner.organizationId);
  await new UsageBatcher().settle(db, {
    outcome: "done",
    costMicros: 0n,
    isEstimated: false,
    ...usage,
    tokens,
    localDay: day,
    id,
  });
  if (at !== undefined) {
    await queryRows(testApp, "update ai_usage_event set occurred_at = $2 where id = $1", [id, at]);
  }
  return id;
}

/** Holds a budget for a call and leaves the call open. */
export async function holdCall(testApp: TestApp, owner: CallOwner, hold: Partial<Hold>): Promise<string> {
  const id = uuidV7();
  const { provider = "probe", model = "probe-1", currency = "EUR" } = hold;
  const [price] = await queryRows<{ id: string }>(
    testApp,
    "select id from ai_price where provider_key = $1 and model = $2 and currency = $3",
    [provider, model, currency],
  );
  const refusal = await new UsageBatcher().reserve(
    testApp.app.identityDb.organization(owner.organizationId),
    {
      id,
      personId: owner.personId,
      tokenId: null,
      provider,
      model,
      kind: "chat",
      period: `${dateInTimeZone("Europe/Berlin", new Date()).slice(0, 7)}-01`,
      tokens: 0,
      costMicros: 0n,
      inputTokens: 0,
      audioSeconds: 0,
      priceId: price?.id ?? null,
      currency,
      ...hold,
    },
  );
  if (refusal !== null) throw new Error(refusal);
  return id;
}

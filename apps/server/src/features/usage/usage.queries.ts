import { audioTokensPerSecond, usageMaxPeopleListed } from "@praxisportal/contract/limits";
import type { DayRange } from "@praxisportal/contract/usage/usage.rules";
import { type RawBuilder, sql } from "kysely";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { monthTokens, tokensIn, withBalance } from "../../directory/limits/month-balance.queries.ts";
import { type UsageLocale, localeQuery } from "../../directory/usage-locale.queries.ts";

/** Sums as the driver returns them. They are text, because they may exceed the range of a JavaScript number. */
export type SumRow = {
  calls: string;
  input: string;
  output: string;
  audio: string;
  cost: string;
  estimated: string;
  unpriced: string;
};
export type DaySums = SumRow & { day: string };
/** A day with the tokens that count against limits. */
export type LimitDaySums = DaySums & { limitTokens: string };
export type ProviderDaySums = DaySums & { provider: string };
/** Sums of a model in one currency. */
export type ModelSums = SumRow & { provider: string; name: string; model: string; currency: string };
export type PersonSums = SumRow & { id: string; name: string | null; people: string };
/** Sums of the people of a site. Id and name are null for people without a site. */
export type SiteSums = SumRow & { id: string | null; name: string | null };
export type CurrencySum = { currency: string; cost: string };

/** Returns the SQL of the sums. Costs are summed in one currency only, calls and tokens in all of them. */
const sums = (currency: string) => sql`sum(d.calls) as calls, sum(d.input_tokens) as input,
  sum(d.output_tokens) as output, sum(d.audio_seconds) as audio, sum(d.estimated_calls) as estimated,
  sum(d.unpriced_calls) as unpriced,
  coalesce(sum(d.cost_micro) filter (where d.currency = ${currency}), 0) as cost`;

/**
 * Tokens that count against limits. A model for recordings reports seconds, and some models report tokens as well, but
 * a recording counts once.
 */
const limitTokens = sql`
  sum(greatest(d.input_tokens + d.output_tokens, d.audio_seconds * ${sql.lit(audioTokensPerSecond)}))`;

const within = (db: OrganizationDb, { startDate, endDate }: DayRange) =>
  sql`d.organization_id = ${db.organizationId} and d.local_day between ${startDate} and ${endDate}`;

const statement =
  <Row>(text: RawBuilder<Row>) =>
  (builder: OrganizationQueries) => ({ compile: () => text.compile(builder) });

const byDay = (db: OrganizationDb, range: DayRange, currency: string, provider: string | null) =>
  statement(sql<LimitDaySums>`
    select to_char(d.local_day, 'YYYY-MM-DD') as day, ${sums(currency)}, ${limitTokens} as "limitTokens"
    from ai_usage_day d
    where ${within(db, range)} and (${provider}::text is null or d.provider_key = ${provider})
    group by d.local_day`);

const byDayAndProvider = (db: OrganizationDb, range: DayRange, currency: string) =>
  statement(sql<ProviderDaySums>`
    select to_char(d.local_day, 'YYYY-MM-DD') as day, d.provider_key as provider, ${sums(currency)}
    from ai_usage_day d where ${within(db, range)} group by d.local_day, d.provider_key
    order by d.local_day, d.provider_key`);

const byModel = (db: OrganizationDb, range: DayRange, provider: string | null) =>
  statement(sql<ModelSums>`
    select used.*, coalesce(p.name, used.provider) as name from (
      select d.provider_key as provider, d.model, d.currency, sum(d.calls) as calls, sum(d.input_tokens) as input,
        sum(d.output_tokens) as output, sum(d.audio_seconds) as audio, sum(d.estimated_calls) as estimated,
  sum(d.unpriced_calls) as unpriced,
        sum(d.cost_micro) as cost
      from ai_usage_day d
      where ${within(db, range)} and (${provider}::text is null or d.provider_key = ${provider})
      group by d.provider_key, d.model, d.currency
    ) used left join ai_provider p on p.key = used.provider
    order by used.cost desc, used.calls desc, used.provider, used.model`);

const byPerson = (db: OrganizationDb, range: DayRange, currency: string) =>
  statement(sql<PersonSums>`
    select used.*, nullif(trim(m.first_name || ' ' || m.last_name), '') as name from (
      select d.person_id as id, count(*) over () as people, ${sums(currency)} from ai_usage_person_day d
      where ${within(db, range)} group by d.person_id
      order by cost desc, calls desc, d.person_id limit ${usageMaxPeopleListed}
    ) used left join membership m on m.organization_id = ${db.organizationId} and m.person_id = used.id
    order by used.cost desc, used.calls desc, used.id`);

/** Returns the sums per site. Each person counts for their current site, and a former member for their last one. */
const bySite = (db: OrganizationDb, range: DayRange, currency: string) =>
  statement(sql<SiteSums>`
    select s.id, s.name, sum(used.calls) as calls, sum(used.input) as input, sum(used.output) as output,
      sum(used.audio) as audio, sum(used.estimated) as estimated, sum(used.unpriced) as unpriced,
      sum(used.cost) as cost
    from (
      select d.person_id as id, ${sums(currency)} from ai_usage_person_day d
      where ${within(db, range)} group by d.person_id
    ) used
    left join membership m on m.organization_id = ${db.organizationId} and m.person_id = used.id
    left join site s on s.organization_id = ${db.organizationId} and s.id = m.site_id
    group by s.id, s.name
    order by s.id is null, cost desc, calls desc, s.name collate "de-x-icu"`);

/**
 * Reads the time zone, the currency and the usage by day, model, person and site of an organization, in one round trip
 * and one snapshot.
 */
export function readUsage(db: OrganizationDb, range: DayRange, currency: string) {
  return db.readAll<
    [DaySums, ModelSums, PersonSums, UsageLocale, ProviderDaySums, { tokens: string }, SiteSums]
  >((builder) => [
    byDay(db, range, currency, null)(builder),
    byModel(db, range, null)(builder),
    byPerson(db, range, currency)(builder),
    localeQuery(db)(builder),
    byDayAndProvider(db, range, currency)(builder),
    statement(tokensIn(db.organizationId, range.startDate))(builder),
    bySite(db, range, currency)(builder),
  ]);
}

/** Reads the usage of one provider or of all (null) by day and model. */
export function readProviderUsage(
  db: OrganizationDb,
  range: DayRange,
  currency: string,
  provider: string | null,
) {
  return db.readAll<[DaySums, ModelSums, { name: string }]>((builder) => [
    byDay(db, range, currency, provider)(builder),
    byModel(db, range, provider)(builder),
    builder.selectFrom("ai_provider").select("name").where("key", "=", provider),
  ]);
}

/** Reads a user's days, their costs in other currencies, and their name in the organization. */
export function readPersonUsage(db: OrganizationDb, range: DayRange, currency: string, personId: string) {
  return db.readAll<[DaySums, CurrencySum, { name: string | null }]>((builder) => [
    statement(sql<DaySums>`
      select to_char(d.local_day, 'YYYY-MM-DD') as day, ${sums(currency)} from ai_usage_person_day d
      where ${within(db, range)} and d.person_id = ${personId} group by d.local_day`)(builder),
    statement(sql<CurrencySum>`
      select d.currency, sum(d.cost_micro) as cost from ai_usage_person_day d
      where ${within(db, range)} and d.person_id = ${personId} and d.currency <> ${currency}
      group by d.currency order by d.currency`)(builder),
    builder
      .selectFrom("membership")
      .select(sql<string | null>`nullif(trim(first_name || ' ' || last_name), '')`.as("name"))
      .where("organization_id", "=", db.organizationId)
      .where("person_id", "=", personId),
  ]);
}

/** Reads only the days of an organization. */
export function readUsageDays(
  db: OrganizationDb,
  range: DayRange,
  currency: string,
): Promise<LimitDaySums[]> {
  return db.read(byDay(db, range, currency, null));
}

/**
 * Returns the tokens of the organization's calendar month at `now` that count against its limit, recordings included.
 * Returns null if the AI was never used, and zero if it was only not used this month.
 */
export async function readMonthTokens(db: OrganizationDb, now: Date): Promise<number | null> {
  const [row] = await db.read<{ tokens: string | null }>(
    statement(sql<{ tokens: string | null }>`
      select case when exists (select from ai_usage_day where organization_id = ${db.organizationId})
        then ${monthTokens} end as tokens
      from organization o ${withBalance(now)}
      where o.organization_id = ${db.organizationId}`),
  );
  return row === undefined || row.tokens === null ? null : Number(row.tokens);
}

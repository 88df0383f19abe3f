import { type RawBuilder, sql } from "kysely";
import { type EntitlementRow, entitlementsOf } from "../../directory/entitlements.queries.ts";
import { nilPersonId } from "../../directory/limits/nil-person.ts";
import { anyOf } from "../../platform/db/any-of.ts";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";

export type PolicyRow = {
  version: number;
  limit: string | null;
  limitMicros: string | null;
  personLimit: string | null;
  personLimitMicros: string | null;
};
export type BudgetRow = { used: string; held: string; usedMicros: string; heldMicros: string };
export type PersonBudgetRow = BudgetRow & {
  id: string;
  name: string | null;
  limit: string | null;
  limitMicros: string | null;
};
export type LedgerRow = {
  held: boolean;
  used: boolean;
  stale: string;
  open: string;
  openTokens: string;
  openMicros: string;
  bookedTokens: string;
  bookedMicros: string;
  at: Date;
};

/** A lease that ended longer ago than this was missed by the sweeper. */
const staleAfter = sql`interval '1 minute'`;

/** Members to read (the top users, all, or one), and whether to verify the ledger. */
export type QuotaScope = {
  organizationId: string;
  period: string;
  people: number | "all" | { id: string };
  ledger: boolean;
};

export type QuotaRows = [PolicyRow[], BudgetRow[], PersonBudgetRow[], LedgerRow[], EntitlementRow[]];
/** The rows of the statements below, in the same order. */
export type QuotaRow = [PolicyRow, BudgetRow, PersonBudgetRow, LedgerRow, EntitlementRow];

const statement =
  <Row>(text: RawBuilder<Row>) =>
  (builder: OrganizationQueries) => ({ compile: () => text.compile(builder) });

/** Returns the statements that read a quota, for one round trip. */
export function quotaStatements(builder: OrganizationQueries, scope: QuotaScope) {
  return [
    policyOf(scope)(builder),
    organizationOf(scope)(builder),
    peopleOf(scope)(builder),
    ledgerOf(scope)(builder),
    entitlementsOf(scope.organizationId)(builder),
  ] as const;
}

const policyOf = ({ organizationId }: QuotaScope) =>
  statement(sql<PolicyRow>`
    select version, limit_tokens as "limit", limit_micro as "limitMicros",
      person_limit_tokens as "personLimit", person_limit_micro as "personLimitMicros"
    from ai_policy where organization_id = ${organizationId}`);

const amounts = sql`used_tokens as used, held_tokens as held, used_micro as "usedMicros", held_micro as "heldMicros"`;

const organizationOf = ({ organizationId, period }: QuotaScope) =>
  statement(sql<BudgetRow>`
    select ${amounts} from ai_balance
    where organization_id = ${organizationId} and person_id = ${nilPersonId} and period = ${period}`);

function peopleOf({ organizationId, period, people }: QuotaScope) {
  const onePerson = typeof people === "object" ? sql`and person_id = ${people.id}` : sql``;
  const topPeople = typeof people === "number" ? sql`limit ${people}` : sql``;
  return statement(sql<PersonBudgetRow>`
    select who.*, nullif(trim(m.first_name || ' ' || m.last_name), '') as name from (
      select person_id as id, coalesce(b.used, 0) as used, coalesce(b.held, 0) as held,
        coalesce(b."usedMicros", 0) as "usedMicros", coalesce(b."heldMicros", 0) as "heldMicros",
        l.limit_tokens as "limit", l.limit_micro as "limitMicros"
      from (
        select person_id, ${amounts} from ai_balance
        where organization_id = ${organizationId} and period = ${period} and person_id <> ${nilPersonId} ${onePerson}
      ) b
      full join (
        select person_id, limit_tokens, limit_micro from ai_person_limit
        where organization_id = ${organizationId} and (limit_tokens is not null or limit_micro is not null) ${onePerson}
      ) l using (person_id)
      order by used desc, "usedMicros" desc, id ${topPeople}
    ) who left join membership m on m.organization_id = ${organizationId} and m.person_id = who.id
    order by who.used desc, who."usedMicros" desc, who.id`);
}

/**
 * Checks, for each member and the organization, that the held amount is the sum of the open calls and the used amount
 * the sum of the booked ones. One statement, so that each call is seen as either open or booked.
 */
const ledgerOf = ({ organizationId, period, ledger }: QuotaScope) =>
  statement(sql<LedgerRow>`
    with open as (
      select person_id, sum(hold_tokens) as tokens, sum(hold_micro) as micro from ai_call
      where organization_id = ${organizationId} and period = ${period} group by rollup (person_id)
    ), booked as (
      select person_id, sum(budget_tokens) as tokens, sum(coalesce(cost_micro, 0)) as micro from ai_usage_event
      where organization_id = ${organizationId} and period = ${period}
        and occurred_at >= ${period}::date - interval '1 day' group by rollup (person_id)
    ), balance as (
      select * from ai_balance where organization_id = ${organizationId} and period = ${period}
    )
    select
      not exists (select from balance b
        full join open o on coalesce(o.person_id, ${nilPersonId}::uuid) = b.person_id
        where coalesce(b.held_tokens, 0) <> coalesce(o.tokens, 0) or coalesce(b.held_micro, 0) <> coalesce(o.micro, 0)
      ) as held,
      not exists (select from balance b
        full join booked e on coalesce(e.person_id, ${nilPersonId}::uuid) = b.person_id
        where coalesce(b.used_tokens, 0) <> coalesce(e.tokens, 0) or coalesce(b.used_micro, 0) <> coalesce(e.micro, 0)
      ) as used,
      (select count(*) from ai_call
        where organization_id = ${organizationId} and leased_until < now() - ${staleAfter}) as stale,
      (select count(*) from ai_call where organization_id = ${organizationId}) as open,
      coalesce((select tokens from open where person_id is null), 0) as "openTokens",
      coalesce((select micro from open where person_id is null), 0) as "openMicros",
      coalesce((select tokens from booked where person_id is null), 0) as "bookedTokens",
      coalesce((select micro from booked where person_id is null), 0) as "bookedMicros",
      now() as at
    where ${ledger}::boolean`);

/** Reads a quota as of one moment. */
export function readQuota(db: OrganizationDb, scope: QuotaScope) {
  return db.readAll<QuotaRow>((builder) => quotaStatements(builder, scope));
}

/**
 * Locks the limits of an organization until the transaction ends. Creates the row, as version 0, when there is none.
 */
export async function lockPolicy(db: OrganizationQueries, organizationId: string): Promise<void> {
  await db
    .insertInto("ai_policy")
    .values({ organization_id: organizationId, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .selectFrom("ai_policy")
    .select("version")
    .where("organization_id", "=", organizationId)
    .forUpdate()
    .execute();
}

/** Selects the names of those of the given people who are members of the organization. */
export function findMembers(db: OrganizationQueries, organizationId: string, personIds: readonly string[]) {
  return db
    .selectFrom("membership")
    .select(["person_id", sql<string | null>`nullif(trim(first_name || ' ' || last_name), '')`.as("name")])
    .where("organization_id", "=", organizationId)
    .where("person_id", "=", anyOf(personIds))
    .where("status", "<>", "removed");
}

type StoredLimits = { limit: number | null; limitMicros: number | null };

function storePersonLimits(
  organizationId: string,
  people: readonly (StoredLimits & { userId: string })[],
): RawBuilder<unknown> {
  const ids = people.map(({ userId }) => userId);
  const tokens = people.map(({ limit }) => limit);
  const micros = people.map(({ limitMicros }) => limitMicros);
  return sql`
    insert into ai_person_limit (organization_id, person_id, limit_tokens, limit_micro)
    select ${organizationId}::uuid, who.* from unnest(${ids}::uuid[], ${tokens}::bigint[], ${micros}::bigint[]) as who
    on conflict (organization_id, person_id)
      do update set limit_tokens = excluded.limit_tokens, limit_micro = excluded.limit_micro`;
}

/** Stores the limits of an organization and the changed limits of members. */
export async function storeLimits(
  db: OrganizationQueries,
  organizationId: string,
  limits: {
    organization: StoredLimits;
    memberDefault: StoredLimits;
    people: readonly (StoredLimits & { userId: string })[];
  },
): Promise<void> {
  await db
    .updateTable("ai_policy")
    .set({
      limit_tokens: limits.organization.limit,
      limit_micro: limits.organization.limitMicros,
      person_limit_tokens: limits.memberDefault.limit,
      person_limit_micro: limits.memberDefault.limitMicros,
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where("organization_id", "=", organizationId)
    .execute();
  await storePersonLimits(organizationId, limits.people).execute(db);
  // Rows without limits are deleted, unless they hold the member's AI switch.
  await db
    .deleteFrom("ai_person_limit")
    .where("organization_id", "=", organizationId)
    .where("limit_tokens", "is", null)
    .where("limit_micro", "is", null)
    .where("stopped_at", "is", null)
    .execute();
}

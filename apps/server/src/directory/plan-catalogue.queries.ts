import { sql } from "kysely";
import type { IdentityDb } from "../platform/db/handles.ts";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import { ProblemError } from "../platform/http/problem.ts";

/** A plan; prices in millionths of the currency. */
export type PlanRow = {
  name: string;
  validFrom: string;
  seats: number;
  tokens: string;
  bytes: string;
  prices: { currency: string; monthly: number; yearly: number | null; includedAi: number }[];
};

const columns = sql`
  p.name, to_char(p.valid_from, 'YYYY-MM-DD') as "validFrom", p.max_users as seats,
    p.monthly_tokens as tokens, p.storage_bytes as bytes, (
      select jsonb_agg(jsonb_build_object('currency', r.currency, 'monthly', r.monthly_micro,
        'yearly', r.yearly_micro, 'includedAi', r.included_ai_micro) order by r.currency desc)
      from plan_price r where r.name = p.name and r.valid_from = p.valid_from
    ) as prices`;

const plansToday = sql<PlanRow>`
  select distinct on (p.name) ${columns}
  from plan p where p.valid_from <= current_date order by p.name, p.valid_from desc`;

const plansLater = sql<PlanRow>`
  select ${columns} from plan p where p.valid_from > current_date order by p.valid_from, p.max_users`;

/** Returns every plan with the limits and prices for an organization that chooses it today. */
export function readPlans(db: IdentityDb): Promise<PlanRow[]> {
  return db.read((builder) => ({ compile: () => plansToday.compile(builder) }));
}

/** Returns the plans that begin in the future, earliest first. */
export function readUpcomingPlans(db: IdentityDb): Promise<PlanRow[]> {
  return db.read((builder) => ({ compile: () => plansLater.compile(builder) }));
}

/**
 * Checks that an organization in this state may change its plan. Errors: 409 PLAN_OF_SUSPENDED_ORGANIZATION, or
 * CONFLICT if it is archived or deleted.
 */
export function assertPlanChangeable(status: string): void {
  if (status === "suspended") throw new ProblemError("PLAN_OF_SUSPENDED_ORGANIZATION");
  if (status !== "trial" && status !== "active") throw new ProblemError("CONFLICT");
}

/**
 * Checks that the current version of a plan has enough seats for those that are taken. Throws 409 PLAN_TOO_SMALL with
 * both numbers.
 */
export async function assertSeatsFit(tx: WriteTransaction, plan: string, seatsInUse: number): Promise<void> {
  const { rows } = await plansToday.execute(tx.identity);
  const row = rows.find(({ name }) => name === plan);
  if (row === undefined) throw new Error(`there is no plan ${plan}`);
  if (seatsInUse > row.seats)
    throw new ProblemError("PLAN_TOO_SMALL", { params: { current: seatsInUse, max: row.seats } });
}

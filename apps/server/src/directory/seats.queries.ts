import { sql } from "kysely";
import { ProblemError } from "../platform/http/problem.ts";
import type { OrganizationQueries } from "../platform/db/query-builders.ts";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import { entitlementsIn, entitlementsOf, type EntitlementRow } from "./entitlements.queries.ts";
import { recordCrossings } from "./limits/limit-alerts.queries.ts";

/**
 * Condition that `membership m` takes a seat: active (including locked and blocked) or pending, within its validity. An
 * invitation that expired unanswered releases its seat. Seats are counted and checked by this definition alone.
 */
export const takesSeat = sql.raw<boolean>(`(
  m.status in ('active', 'pending') and (m.valid_until is null or m.valid_until > now())
  and not (m.status = 'pending' and exists (
    select from invitation i
    where i.organization_id = m.organization_id and i.membership_id = m.id
      and i.accepted_at is null and i.revoked_at is null and i.expires_at <= now())))`);

/**
 * Joins the seats taken in each `organization o` of a query over most organizations as `t`: the members of
 * `organization_size s` less the few that take no seat, which are found by indexes.
 */
export const withSeats = sql`
  left join (
    select organization_id, count(*) as seatless from (
      select organization_id from membership where status = 'deactivated'
      union all
      select organization_id from membership where status = 'active' and valid_until <= now()
      union all
      select m.organization_id from membership m where m.status = 'pending' and not ${takesSeat}
    ) as membership group by organization_id
  ) t on t.organization_id = o.organization_id`;

/** Number of seats taken, for a query with {@link withSeats}. */
export const joinedSeats = sql<string>`(coalesce(s.members, 0) - coalesce(t.seatless, 0))`;

/** Builds the query for the number of seats taken in an organization, to be sent together with others. */
export const seatsTakenIn = (organizationId: string) => (builder: OrganizationQueries) =>
  builder
    .selectFrom("membership as m")
    .select(sql<string>`count(*)`.as("taken"))
    .where("m.organization_id", "=", organizationId)
    .where(takesSeat);

/**
 * Ensures that an organization has a free seat; call it before the membership is added or activated. The row of the
 * organization stays locked until the transaction ends, so that parallel calls cannot exceed the limit.
 * The seat of `exceptMembership` is not counted. Errors: 409 USER_LIMIT_REACHED with both numbers.
 */
export async function takeSeat(
  tx: WriteTransaction,
  organizationId: string,
  exceptMembership?: string,
): Promise<void> {
  // The statements are sent in one packet. Those after the lock see everything that was committed before it was
  // granted.
  const [, entitlements, [seats]] = await tx.sendIn<
    [unknown, EntitlementRow, { taken: string; others: string }]
  >(organizationId, (db) => [
    db
      .selectFrom("organization")
      .select("organization_id")
      .where("organization_id", "=", organizationId)
      .forNoKeyUpdate(),
    entitlementsOf(organizationId)(db),
    seatsTakenIn(organizationId)(db).select(
      sql<string>`count(*) filter (where m.id is distinct from ${exceptMembership ?? null}::uuid)`.as(
        "others",
      ),
    ),
  ]);
  const max = entitlementsIn(entitlements).maxUsers.value;
  const others = Number(seats?.others);
  if (others >= max) throw new ProblemError("USER_LIMIT_REACHED", { params: { current: others, max } });
  await recordCrossings(tx, organizationId, "maxUsers", {
    before: { used: Number(seats?.taken), max },
    after: { used: others + 1, max },
  });
}

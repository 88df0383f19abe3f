import { sql } from "kysely";
import { nilPersonId } from "./nil-person.ts";

/** Joins the balance of the organization `o` in its calendar month as `b`. */
export const withBalance = (now: Date) => sql`
  left join ai_balance b on b.organization_id = o.organization_id and b.person_id = ${sql.lit(nilPersonId)}
    and b.period = date_trunc('month', ${now}::timestamptz at time zone o.time_zone)::date`;

/** Tokens booked in that month, for a query with {@link withBalance}. */
export const monthTokens = sql<string>`coalesce(b.used_tokens, 0)`;

/** Builds the query for the tokens booked in the month that begins with `period`, recordings included. */
export const tokensIn = (organizationId: string, period: string) =>
  sql<{ tokens: string }>`select coalesce((
    select used_tokens from ai_balance where organization_id = ${organizationId} and period = ${period}
      and person_id = ${sql.lit(nilPersonId)}), 0) as tokens`;

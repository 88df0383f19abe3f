import { sql } from "kysely";
import { nilPersonId } from "./nil-person.ts";

/** Joins the balance of the organization `o` in its calendar month as `b`. */
export const withBalance = (now: Date) => sql`
  left join ai_balance b on b.organization_id = o.organization_id and b.person_id = ${sql.lit(nilPersonId)}
    and b.period = date_trunc('month', ${now}::timestamptz at time zone o.time_zone)::date`;

/** Tokens booked in that month, for a query with {@link withBalance}. */
export const monthTokens = sql<string>`coalesce(b.used_tokens, 0)`;

import { type RawBuilder, sql } from "kysely";

/**
 * Due date of the next review of rights of the organization `o`: an interval after the last review, or after the day
 * from which it has reviews.
 */
export const reviewDueAt: RawBuilder<Date> = sql<Date>`((
  coalesce(
    (select max(r.completed_at) from rights_review r where r.organization_id = o.organization_id), o.rights_reviews_since
  ) at time zone o.time_zone + make_interval(months => coalesce(
    (select p.interval_months from rights_review_plan p where p.organization_id = o.organization_id), 3))
) at time zone o.time_zone)`;

import type * as z from "zod/mini";
import type { Site, siteMemberSchema } from "@praxisportal/contract/sites/sites.schema";
import type { SiteNumberKind } from "@praxisportal/contract/sites/site-number.rules";
import type { SiteMemberRow, SiteRow } from "./sites.queries.ts";

/** Returns a site as its organization sees it. */
export function presentSite(row: SiteRow): Site {
  return {
    id: row.id,
    _id: row.id,
    name: row.name,
    address: row.address,
    number:
      row.number_kind === null || row.number_value === null
        ? null
        : { kind: row.number_kind as SiteNumberKind, value: row.number_value },
    memberCount: row.members,
    version: row.version,
  };
}

/** Returns a person assigned to a site. */
export function presentSiteMember(row: SiteMemberRow): z.output<typeof siteMemberSchema> {
  return {
    userId: row.person_id,
    firstName: row.first_name,
    lastName: row.last_name,
    department: row.department,
  };
}

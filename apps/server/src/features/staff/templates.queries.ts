import type { TemplateKey } from "@praxisportal/contract/staff/staff.rules";
import { sql } from "kysely";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import type { StoredItem } from "./board.queries.ts";

export type TemplateRow = {
  key: TemplateKey;
  role: string;
  department: string | null;
  site_id: string | null;
  items: StoredItem[];
};

/** Returns the query for the templates that an organization has changed. */
export const changedTemplatesIn = (organizationId: string) => (db: OrganizationQueries) =>
  db
    .selectFrom("onboarding_template")
    .select([
      sql<TemplateKey>`key`.as("key"),
      "role",
      "department",
      "site_id",
      sql<StoredItem[]>`items`.as("items"),
    ])
    .where("organization_id", "=", organizationId);

/** Returns the statement that stores a changed template. */
export const storeTemplateIn =
  (organizationId: string, template: TemplateRow, now: Date) => (db: OrganizationQueries) => {
    const values = { ...template, items: JSON.stringify(template.items), updated_at: now };
    return db
      .insertInto("onboarding_template")
      .values({ organization_id: organizationId, ...values })
      .onConflict((conflict) => conflict.columns(["organization_id", "key"]).doUpdateSet(values));
  };

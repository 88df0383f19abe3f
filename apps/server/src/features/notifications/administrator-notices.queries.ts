import { usableMembership } from "../../platform/db/usable-membership.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/**
 * A group of notices. An organization can switch off `members`, `roles` and `security`; the other groups cannot be
 * switched off.
 */
export type NoticeGroup =
  | "members"
  | "roles"
  | "security"
  | "export"
  | "evidence"
  | "mandate"
  | "emergencyCode"
  | "budget"
  | "contract"
  | "webhooks";

const settingColumns = {
  members: "o.notify_members",
  roles: "o.notify_roles",
  security: "o.notify_security",
} as const;

/**
 * Returns the administrators of an organization who receive a notice, except the person who caused it. The list is
 * empty when the organization has switched the notice off.
 */
export function findAdministrators(
  tx: WriteTransaction,
  organizationId: string,
  group: NoticeGroup,
  { exceptPersonId, now }: { exceptPersonId: string | null; now: Date },
): Promise<{ personId: string }[]> {
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership as m")
      .innerJoin("organization as o", "o.organization_id", "m.organization_id")
      .innerJoin("person as p", "p.id", "m.person_id")
      .select("p.id as personId")
      .where("m.organization_id", "=", organizationId)
      .where("m.role", "=", "org_admin")
      .where(usableMembership("m", now))
      .$if(Object.hasOwn(settingColumns, group), (query) =>
        query.where(settingColumns[group as keyof typeof settingColumns], "=", true),
      )
      .$if(exceptPersonId !== null, (query) => query.where("p.id", "<>", String(exceptPersonId)))
      .orderBy("p.id")
      .execute(),
  );
}

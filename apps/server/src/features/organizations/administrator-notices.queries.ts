import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** Which choice of a practice decides about a notice; about a budget that runs out every administrator is told. */
export type NoticeGroup = "members" | "roles" | "security" | "budget";

const columns = {
  members: "o.notify_members",
  roles: "o.notify_roles",
  security: "o.notify_security",
} as const;

/** The administrators of a practice who are to be told, whoever did it left out; nobody when the practice chose so. */
export function findAdministrators(
  tx: WriteTransaction,
  organizationId: string,
  group: NoticeGroup,
  exceptPersonId: string | null,
): Promise<{ personId: string; language: string; hasAddress: boolean }[]> {
  return tx.organization(organizationId, async (db) => {
    const rows = await db
      .selectFrom("membership as m")
      .innerJoin("organization as o", "o.organization_id", "m.organization_id")
      .innerJoin("person as p", "p.id", "m.person_id")
      .select(["p.id", "p.language", "p.email"])
      .where("m.organization_id", "=", organizationId)
      .where("m.role", "=", "org_admin")
      .where("m.status", "=", "active")
      .where("m.blocked_at", "is", null)
      .$if(group !== "budget", (query) =>
        query.where(columns[group as Exclude<NoticeGroup, "budget">], "=", true),
      )
      .$if(exceptPersonId !== null, (query) => query.where("p.id", "<>", String(exceptPersonId)))
      .orderBy("p.id")
      .execute();
    return rows.map((row) => ({ personId: row.id, language: row.language, hasAddress: row.email !== null }));
  });
}

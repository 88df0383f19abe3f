import { sql } from "kysely";
import { effectivePermissions, hasPermission } from "@praxisportal/contract/permissions";
import { usableMembership } from "../../../platform/db/usable-membership.ts";
import { germanOrder } from "../../../platform/db/german-order.ts";
import type { EvidenceScope } from "./section.ts";

export type InstructionRow = {
  name: string;
  role: string;
  /** The newest version that the member confirmed. */
  version: number | null;
  confirmedAt: Date | null;
};

/** Reads the members who may use AI, sorted by name, each with their newest confirmation of the AI instruction. */
export async function readInstructions({ db, now }: EvidenceScope): Promise<InstructionRow[]> {
  const rows = await db.read((query) =>
    query
      .selectFrom("membership as m")
      .leftJoinLateral(
        (joinBuilder) =>
          joinBuilder
            .selectFrom("ai_instruction_confirmation as c")
            .select(["c.version", "c.confirmed_at as confirmedAt"])
            .where("c.organization_id", "=", db.organizationId)
            .whereRef("c.person_id", "=", "m.person_id")
            .orderBy("c.version", "desc")
            .limit(1)
            .as("newest"),
        (join) => join.onTrue(),
      )
      .select(["m.role", "m.permissions", "newest.version", "newest.confirmedAt"])
      .select(sql<string>`trim(m.first_name || ' ' || m.last_name)`.as("name"))
      .where("m.organization_id", "=", db.organizationId)
      .where(usableMembership("m", now))
      .orderBy("m.last_name", germanOrder)
      .orderBy("m.first_name", germanOrder)
      .orderBy("m.id"),
  );
  return rows
    .filter(({ role, permissions }) =>
      hasPermission({ role, permissions: effectivePermissions(role, permissions) }, "ai:use"),
    )
    .map(({ name, role, version, confirmedAt }) => ({ name, role, version, confirmedAt }));
}

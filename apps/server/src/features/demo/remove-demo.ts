import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { deleteDemo } from "./demo.platform-queries.ts";

/** Deletes the demo data and records that in the platform's audit log. */
export async function removeDemo(db: PlatformDb): Promise<{ people: number; organizations: number }> {
  return db.write(async (tx, allDb) => {
    const counts = await deleteDemo(allDb);
    if (counts.people + counts.organizations > 0) {
      tx.record({
        organizationId: platformChainId,
        action: "platform.demo_removed",
        actor: { type: "system", id: null },
        changes: { people: [counts.people, 0], organizations: [counts.organizations, 0] },
        origin: "job",
      });
    }
    return counts;
  });
}

import type { TestPortal } from "./portal.ts";

/** Marks all workstations of a practice as shared, as an administrator does. */
export async function shareWorkstations(portal: TestPortal, practiceId: string): Promise<void> {
  await portal.app.platformDb.all
    .updateTable("workstation")
    .set({ is_shared: true, auto_lock_minutes: 5, label: "Empfang" })
    .where("organization_id", "=", practiceId)
    .execute();
}

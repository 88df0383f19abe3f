import { randomUUID } from "node:crypto";
import type { TestPortal } from "./portal.ts";

/** Marks all workstations of an organization as shared, as an administrator does. */
export async function shareWorkstations(portal: TestPortal, organizationId: string): Promise<void> {
  await portal.app.platformDb.writes
    .updateTable("workstation")
    .set({ is_shared: true, auto_lock_minutes: 5, label: "Empfang" })
    .where("organization_id", "=", organizationId)
    .execute();
}

/** Adds workstations to an organization, as sign-ins in that many browsers do. */
export async function addWorkstations(
  portal: TestPortal,
  organizationId: string,
  labels: readonly string[],
  isShared: (label: string) => boolean,
): Promise<void> {
  const devices = labels.map((label) => ({ id: randomUUID(), label }));
  const { writes } = portal.app.platformDb;
  await writes
    .insertInto("device")
    .values(devices.map(({ id }) => ({ id, kind: "browser", label: null })))
    .execute();
  await writes
    .insertInto("workstation")
    .values(
      devices.map(({ id, label }) => ({
        id,
        organization_id: organizationId,
        label,
        is_shared: isShared(label),
        auto_lock_minutes: isShared(label) ? 5 : null,
      })),
    )
    .execute();
}

import type { Organization } from "./people.ts";
import type { TestPortal } from "./portal.ts";

const dayMs = 86_400_000;

/**
 * Sets the end of an organization's trial to `days` from now, or in the past if negative, before its members sign in.
 */
export async function endTrialIn(portal: TestPortal, { id }: Organization, days: number): Promise<Date> {
  const endsAt = new Date(Date.now() + days * dayMs);
  await portal.app.platformDb.write((_tx, db) =>
    db.updateTable("organization").set({ trial_ends_at: endsAt }).where("organization_id", "=", id).execute(),
  );
  return endsAt;
}

import type { Organization } from "./people.ts";
import type { TestPortal } from "./portal.ts";

/** Suspends an organization as the operator does, before its members sign in. */
export async function suspend(portal: TestPortal, { id }: Organization, reason: string): Promise<void> {
  await portal.app.platformDb.write((_tx, db) =>
    db
      .updateTable("organization")
      .set({ status: "suspended", suspended_at: new Date(), suspension_reason: reason })
      .where("organization_id", "=", id)
      .execute(),
  );
}

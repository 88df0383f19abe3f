import type { Organization } from "./people.ts";
import type { TestPortal } from "./portal.ts";

const dayMs = 86_400_000;

/**
 * Sets the end of the contract of an organization to `days` from now and applies the consequences: its data can only
 * be read and exported, and is erased after 30 days.
 */
export async function endContractIn(portal: TestPortal, { id }: Organization, days: number): Promise<void> {
  const endsAt = new Date(Date.now() + days * dayMs);
  await portal.app.platformDb.write((_tx, db) =>
    db
      .updateTable("organization")
      .set({ contract_ends_at: endsAt, notice_given_at: new Date(endsAt.getTime() - 20 * dayMs) })
      .where("organization_id", "=", id)
      .execute(),
  );
  await portal.app.jobs
    .find(({ name }) => name === "organization-erasure")
    ?.run(new AbortController().signal);
}

import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";

/** Records the time from which the user's PIN on this device works for its limited time. */
export async function recordFullSignIn(
  tx: WriteTransaction,
  {
    personId,
    deviceId,
    secondFactorAt,
    now,
  }: {
    personId: string;
    deviceId: string;
    secondFactorAt: Date | null;
    now: Date;
  },
): Promise<void> {
  await tx.identity
    .updateTable("device_person")
    .set({ full_sign_in_at: now, second_factor_at: secondFactorAt })
    .where("device_id", "=", deviceId)
    .where("person_id", "=", personId)
    .execute();
}

/** Limits a session to the organization of a PIN. Its proofs are dated no later than `staleAt`. */
export async function limitToPin(
  tx: WriteTransaction,
  sessionId: string,
  {
    organizationId,
    fullSignInAt,
    secondFactorAt,
  }: { organizationId: string; fullSignInAt: Date; secondFactorAt: Date | null },
  staleAt: Date,
): Promise<void> {
  const atLatestStale = (time: Date | null) => (time === null || time < staleAt ? time : staleAt);
  await tx.identity
    .updateTable("session")
    .set({
      pin_organization_id: organizationId,
      authenticated_at: atLatestStale(fullSignInAt) ?? staleAt,
      second_factor_at: atLatestStale(secondFactorAt),
    })
    .where("id", "=", sessionId)
    .execute();
}

/** Lifts the limit of {@link limitToPin} after a password or passkey. */
export async function liftPinLimit(tx: WriteTransaction, sessionId: string): Promise<void> {
  await tx.identity
    .updateTable("session")
    .set({ pin_organization_id: null })
    .where("id", "=", sessionId)
    .where("pin_organization_id", "is not", null)
    .execute();
}

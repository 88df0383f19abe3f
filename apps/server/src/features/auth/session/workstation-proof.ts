import { stepUpMs } from "@praxisportal/contract/limits";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { clearPinAttempts } from "./pin-attempts.ts";
import * as queries from "./workstation-proof.queries.ts";

/** Proof of a user's identity at a shared workstation. */
export type WorkstationProof =
  /**
   * With a password or a passkey. `full`: with everything that the rules ask of them, so that their PIN works again.
   */
  | { kind: "full"; secondFactorAt: Date | null }
  | { kind: "partial" }
  /** By PIN; the times are those of the preceding full sign-in. */
  | PinProof;

export type PinProof = {
  kind: "pin";
  organizationId: string;
  fullSignInAt: Date;
  secondFactorAt: Date | null;
};

type Place = { personId: string; deviceId: string; sessionId: string; now: Date };

/**
 * Records a proof of identity at a shared workstation. A password or passkey opens a locked PIN again. A PIN proves
 * less: its session reaches only the organization of the PIN, and no proof before it counts as a step-up.
 */
export async function recordWorkstationProof(
  tx: WriteTransaction,
  proof: WorkstationProof,
  { personId, deviceId, sessionId, now }: Place,
): Promise<void> {
  if (proof.kind === "pin")
    return queries.limitToPin(tx, sessionId, proof, new Date(now.getTime() - stepUpMs));
  await clearPinAttempts(tx, deviceId, personId);
  if (proof.kind === "full") await queries.recordFullSignIn(tx, { personId, deviceId, now, ...proof });
}

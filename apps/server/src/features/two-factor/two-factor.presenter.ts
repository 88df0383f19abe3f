import type { TwoFactorSetup, TwoFactorStatus } from "@praxisportal/contract/two-factor/two-factor.schema";

/** State of a person's own second factor. */
export function presentStatus(status: {
  enabledAt: Date | null;
  backupCodesLeft: number;
  isNeeded: boolean;
}): TwoFactorStatus {
  return {
    enabled: status.enabledAt !== null,
    enabledAt: status.enabledAt?.toISOString() ?? null,
    backupCodesRemaining: status.backupCodesLeft,
    required: status.isNeeded,
  };
}

/** A secret that waits for its first code. */
export function presentSetup(setup: { secret: string; otpauthUrl: string; expiresAt: Date }): TwoFactorSetup {
  return { ...setup, expiresAt: setup.expiresAt.toISOString() };
}

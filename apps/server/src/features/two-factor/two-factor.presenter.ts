import type { TwoFactorSetup, TwoFactorStatus } from "@praxisportal/contract/two-factor/two-factor.schema";

/** Returns the state of a person's own second factor. */
export function presentStatus(status: {
  enabledAt: Date | null;
  backupCodesRemaining: number;
  isNeeded: boolean;
}): TwoFactorStatus {
  return {
    enabled: status.enabledAt !== null,
    enabledAt: status.enabledAt?.toISOString() ?? null,
    backupCodesRemaining: status.backupCodesRemaining,
    required: status.isNeeded,
  };
}

/** Returns a pending secret, until its first code is entered. */
export function presentSetup(setup: { secret: string; otpauthUrl: string; expiresAt: Date }): TwoFactorSetup {
  return { ...setup, expiresAt: setup.expiresAt.toISOString() };
}

import type { SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";
import { securityCheckIds } from "@praxisportal/contract/organizations/security-checks.rules";

/**
 * Counts of an organization. A usable account is one that can sign in now: active, not blocked, within its validity;
 * accounts locked after wrong passwords count as usable, because that lock expires.
 */
export type SecurityMetrics = {
  usable: number;
  /** Usable accounts that manage people (org_admin and practice_admin), and those without a second factor. */
  managers: number;
  managersOneFactor: number;
  membersOneFactor: number;
  /** Usable accounts with the role org_admin. */
  administrators: number;
  idle: number;
  external: number;
  externalWithoutEnd: number;
  withUsername: number;
  sharedUsernames: number;
  locked: number;
  withEmail: number;
  unconfirmedEmails: number;
  pending: number;
  oldInvitations: number;
  temporaryPasswords: number;
  /** Whether the next review of rights was due before now. */
  isReviewOverdue: boolean;
};

type Count = Pick<SecurityCheck, "affected" | "total">;

/**
 * Counts missing or excess administrators. An organization needs at least two, so that an administrator who is ill or
 * has lost their second factor does not lock it out; one is enough in an organization of one person. It should have at
 * most three, or a tenth of its people if it is large, because each has full access.
 */
function administratorCount({ administrators, usable }: SecurityMetrics): Count {
  const required = Math.max(1, Math.min(2, usable));
  if (administrators < required) return { affected: required - administrators, total: required };
  const maximum = Math.max(3, Math.ceil(usable / 10));
  return { affected: Math.max(0, administrators - maximum), total: administrators };
}

/**
 * Points of each check and the counts that reduce them. The points add up to 100. For the reasons, and the list filters
 * that find the people of each check, see `docs/decisions/019-security-score.md`.
 */
const checks: Readonly<
  Record<SecurityCheck["id"], { maxPoints: number; count: (metrics: SecurityMetrics) => Count }>
> = {
  administratorsTwoFactor: {
    maxPoints: 25,
    count: (metrics) => ({ affected: metrics.managersOneFactor, total: metrics.managers }),
  },
  membersTwoFactor: {
    maxPoints: 15,
    count: (metrics) => ({ affected: metrics.membersOneFactor, total: metrics.usable - metrics.managers }),
  },
  administratorCount: { maxPoints: 10, count: administratorCount },
  idleAccounts: { maxPoints: 5, count: (metrics) => ({ affected: metrics.idle, total: metrics.usable }) },
  externalWithoutEnd: {
    maxPoints: 10,
    count: (metrics) => ({ affected: metrics.externalWithoutEnd, total: metrics.external }),
  },
  sharedUsernames: {
    maxPoints: 10,
    count: (metrics) => ({ affected: metrics.sharedUsernames, total: metrics.withUsername }),
  },
  failedSignIns: { maxPoints: 5, count: (metrics) => ({ affected: metrics.locked, total: metrics.usable }) },
  unconfirmedEmails: {
    maxPoints: 5,
    count: (metrics) => ({ affected: metrics.unconfirmedEmails, total: metrics.withEmail }),
  },
  oldInvitations: {
    maxPoints: 5,
    count: (metrics) => ({ affected: metrics.oldInvitations, total: metrics.pending }),
  },
  temporaryPasswords: {
    maxPoints: 5,
    count: (metrics) => ({ affected: metrics.temporaryPasswords, total: metrics.usable }),
  },
  overdueReview: {
    maxPoints: 5,
    count: ({ isReviewOverdue }) => ({ affected: isReviewOverdue ? 1 : 0, total: 1 }),
  },
};

/**
 * Returns the security score of an organization, 0 to 100, and where each point comes from. A check gives points for
 * the share that passes, rounded down: full points only when nothing fails. A check without anything to check gives
 * full points.
 */
export function securityScore(metrics: SecurityMetrics): { score: number; checks: SecurityCheck[] } {
  const results = securityCheckIds.map((id) => {
    const { maxPoints, count } = checks[id];
    const { affected, total } = count(metrics);
    const points = total === 0 ? maxPoints : Math.floor((maxPoints * (total - affected)) / total);
    return { id, points, maxPoints, affected, total };
  });
  return { score: results.reduce((sum, { points }) => sum + points, 0), checks: results };
}

import {
  type SecurityCheck,
  securityCheckIds,
} from "@praxisportal/contract/organizations/organizations.schema";

/**
 * Counts of a practice. A usable account is one that can sign in now: active, not blocked, within its validity;
 * accounts locked after wrong passwords count as usable, because that lock expires.
 */
export type SecurityFacts = {
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
  startPasswords: number;
};

type Count = Pick<SecurityCheck, "affected" | "total">;

/**
 * At least two administrators, so that one who is ill or has lost their second factor does not lock out the practice;
 * one is enough in a practice of one person. At most three, or a tenth of a large practice, because each has full
 * access.
 */
function administratorCount({ administrators, usable }: SecurityFacts): Count {
  const wanted = Math.max(1, Math.min(2, usable));
  if (administrators < wanted) return { affected: wanted - administrators, total: wanted };
  const sensible = Math.max(3, Math.ceil(usable / 10));
  return { affected: Math.max(0, administrators - sensible), total: administrators };
}

/**
 * How many points a check can give, and what fails it. The points add up to 100. For the reasons, and the list filters
 * that find the people of each check, see `docs/decisions/019-security-score.md`.
 */
const checks: Readonly<
  Record<SecurityCheck["id"], { maxPoints: number; count: (facts: SecurityFacts) => Count }>
> = {
  administratorsTwoFactor: {
    maxPoints: 25,
    count: (facts) => ({ affected: facts.managersOneFactor, total: facts.managers }),
  },
  membersTwoFactor: {
    maxPoints: 15,
    count: (facts) => ({ affected: facts.membersOneFactor, total: facts.usable - facts.managers }),
  },
  administratorCount: { maxPoints: 10, count: administratorCount },
  idleAccounts: { maxPoints: 10, count: (facts) => ({ affected: facts.idle, total: facts.usable }) },
  externalWithoutEnd: {
    maxPoints: 10,
    count: (facts) => ({ affected: facts.externalWithoutEnd, total: facts.external }),
  },
  sharedUsernames: {
    maxPoints: 10,
    count: (facts) => ({ affected: facts.sharedUsernames, total: facts.withUsername }),
  },
  failedSignIns: { maxPoints: 5, count: (facts) => ({ affected: facts.locked, total: facts.usable }) },
  unconfirmedEmails: {
    maxPoints: 5,
    count: (facts) => ({ affected: facts.unconfirmedEmails, total: facts.withEmail }),
  },
  oldInvitations: {
    maxPoints: 5,
    count: (facts) => ({ affected: facts.oldInvitations, total: facts.pending }),
  },
  startPasswords: {
    maxPoints: 5,
    count: (facts) => ({ affected: facts.startPasswords, total: facts.usable }),
  },
};

/**
 * Returns the security score of a practice, 0 to 100, and where each point comes from. A check gives points for the
 * share that passes, rounded down: full points only when nothing fails. A check without anything to check gives full
 * points.
 */
export function securityScore(facts: SecurityFacts): { score: number; checks: SecurityCheck[] } {
  const results = securityCheckIds.map((id) => {
    const { maxPoints, count } = checks[id];
    const { affected, total } = count(facts);
    const points = total === 0 ? maxPoints : Math.floor((maxPoints * (total - affected)) / total);
    return { id, points, maxPoints, affected, total };
  });
  return { score: results.reduce((sum, { points }) => sum + points, 0), checks: results };
}

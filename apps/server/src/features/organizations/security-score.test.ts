import { securityCheckIds } from "@praxisportal/contract/organizations/security-checks.rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SecurityMetrics, securityScore } from "./security-score.policy.ts";

/** Ten people, two of them administrators, everything in order. */
const passing: SecurityMetrics = {
  usable: 10,
  managers: 2,
  managersOneFactor: 0,
  membersOneFactor: 0,
  administrators: 2,
  idle: 0,
  external: 2,
  externalWithoutEnd: 0,
  withUsername: 10,
  sharedUsernames: 0,
  locked: 0,
  withEmail: 8,
  unconfirmedEmails: 0,
  pending: 3,
  oldInvitations: 0,
  temporaryPasswords: 0,
  isReviewOverdue: false,
};

const check = (id: (typeof securityCheckIds)[number], metrics: Partial<SecurityMetrics>) =>
  securityScore({ ...passing, ...metrics }).checks.find((candidate) => candidate.id === id);

describe("the points of the security score", () => {
  it("see R2.4-11 are 100 when every check passes, in display order", () => {
    const { score, checks } = securityScore(passing);
    expect(score).toBe(100);
    expect(checks.map(({ id }) => id)).toEqual(securityCheckIds);
    expect(checks.map(({ maxPoints }) => maxPoints)).toEqual([25, 15, 10, 5, 10, 10, 5, 5, 5, 5, 5]);
    expect(checks.every(({ affected }) => affected === 0)).toBe(true);
  });

  it.each([
    ["administratorsTwoFactor", { managersOneFactor: 1 }, 12, 1, 2],
    ["administratorsTwoFactor", { managersOneFactor: 2 }, 0, 2, 2],
    ["membersTwoFactor", { membersOneFactor: 1 }, 13, 1, 8],
    ["idleAccounts", { idle: 3 }, 3, 3, 10],
    ["externalWithoutEnd", { externalWithoutEnd: 1 }, 5, 1, 2],
    ["sharedUsernames", { sharedUsernames: 1 }, 9, 1, 10],
    ["failedSignIns", { locked: 1 }, 4, 1, 10],
    ["unconfirmedEmails", { unconfirmedEmails: 2 }, 3, 2, 8],
    ["oldInvitations", { oldInvitations: 1 }, 3, 1, 3],
    ["temporaryPasswords", { temporaryPasswords: 10 }, 0, 10, 10],
    ["overdueReview", { isReviewOverdue: true }, 0, 1, 1],
  ] as const)(
    "see R2.4-11 %s with %o give %i points, %i of %i affected",
    (id, metrics, points, affected, total) => {
      expect(check(id, metrics)).toMatchObject({ points, affected, total });
      const { score, checks } = securityScore({ ...passing, ...metrics });
      expect(100 - score).toBe((checks.find((candidate) => candidate.id === id)?.maxPoints ?? 0) - points);
    },
  );

  it.each([
    [0, 10, 0, 2, 2],
    [1, 10, 5, 1, 2],
    [2, 10, 10, 0, 2],
    [3, 10, 10, 0, 3],
    [4, 10, 7, 1, 4],
    [10, 10, 3, 7, 10],
    [10, 100, 10, 0, 10],
    [12, 100, 8, 2, 12],
    [1, 1, 10, 0, 1],
    [0, 0, 0, 1, 1],
  ])(
    "see R2.4-11 %i administrators of %i people give %i points, %i of %i affected",
    (administrators, usable, points, affected, total) => {
      expect(check("administratorCount", { administrators, usable })).toEqual({
        id: "administratorCount",
        maxPoints: 10,
        points,
        affected,
        total,
      });
    },
  );

  it("see R2.4-11 one account of a thousand costs a point", () => {
    expect(check("idleAccounts", { usable: 1000, idle: 1 })?.points).toBe(4);
    expect(check("idleAccounts", { usable: 1000, idle: 999 })?.points).toBe(0);
  });

  it("see R2.4-11 every point is traceable: the score is the sum of whole points, full only if nothing fails", () => {
    const part = fc
      .tuple(fc.nat(200), fc.nat(200))
      .map(([left, right]) => [Math.min(left, right), Math.max(left, right)]);
    fc.assert(
      fc.property(fc.array(part, { minLength: 9, maxLength: 9 }), fc.nat(200), (pairs, administrators) => {
        const [two, members, idle, external, shared, locked, emails, invitations, start] = pairs as [
          number,
          number,
        ][];
        const usable = Math.max(...[two, members, idle, locked, start].map((pair) => pair?.[1] ?? 0));
        const { score, checks } = securityScore({
          usable,
          managers: Math.min(usable, two?.[1] ?? 0),
          managersOneFactor: Math.min(usable, two?.[0] ?? 0),
          membersOneFactor: Math.min(usable - Math.min(usable, two?.[1] ?? 0), members?.[0] ?? 0),
          administrators: Math.min(usable, administrators),
          idle: idle?.[0] ?? 0,
          external: external?.[1] ?? 0,
          externalWithoutEnd: external?.[0] ?? 0,
          withUsername: shared?.[1] ?? 0,
          sharedUsernames: shared?.[0] ?? 0,
          locked: locked?.[0] ?? 0,
          withEmail: emails?.[1] ?? 0,
          unconfirmedEmails: emails?.[0] ?? 0,
          pending: invitations?.[1] ?? 0,
          oldInvitations: invitations?.[0] ?? 0,
          temporaryPasswords: start?.[0] ?? 0,
          isReviewOverdue: administrators % 2 === 1,
        });
        expect(score).toBe(checks.reduce((sum, { points }) => sum + points, 0));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        for (const { points, maxPoints, affected, total } of checks) {
          expect(Number.isInteger(points)).toBe(true);
          expect(points >= 0 && points <= maxPoints).toBe(true);
          expect(affected >= 0 && affected <= total).toBe(true);
          expect(points === maxPoints).toBe(affected === 0);
        }
      }),
    );
  });
});

import { roles } from "@praxisportal/contract/roles";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallerRow, judgeCaller } from "./session-rules.ts";
import { previousSecretGraceMs, secretStateOf } from "../../../platform/crypto/secret-chain.ts";
import { isUsable, mayRenew, type MembershipRow, toMembership } from "../../../directory/membership-rules.ts";

const now = new Date("2026-03-01T10:00:00Z");
const timeAfter = (offsetMs: number) => new Date(now.getTime() + offsetMs);
const minuteMs = 60_000;

const membership: MembershipRow = {
  organizationId: "01890000-0000-7000-8000-000000000010",
  name: "Praxis Probe",
  type: "practice",
  organizationStatus: "active",
  role: "viewer",
  permissions: [],
  status: "active",
  username: "mia",
  blocked: false,
  twoFactorPolicy: "optional",
  sessionIdleMinutes: 30,
  sessionHours: 24,
  allowRememberMe: true,
  validUntil: null,
};

const row: CallerRow = {
  session_id: "s",
  person_id: "p",
  device_id: "d",
  device_kind: "browser",
  device_generation: 3,
  device_previous_retires_at: timeAfter(-minuteMs),
  device_revoked_at: null,
  secret_device_id: "d",
  secret_generation: 3,
  start_organization_id: null,
  restriction: null,
  remember_me: false,
  session_created_at: timeAfter(-2 * minuteMs),
  authenticated_at: timeAfter(-minuteMs),
  second_factor_at: null,
  locked_at: null,
  last_active_at: timeAfter(-minuteMs),
  absolute_expires_at: timeAfter(60 * minuteMs),
  ended_at: null,
  token_expires_at: timeAfter(minuteMs),
  platform_role: null,
  deactivated_at: null,
  is_demo: false,
  must_change_password: false,
  two_factor_enabled: false,
  has_passkey: false,
  memberships: [membership],
};

const rules = { demo: false, offersTwoFactor: true };
const kindOf = (changes: Partial<CallerRow>) => judgeCaller({ ...row, ...changes }, now, rules).kind;

describe("the state of a secret", () => {
  it("see R7s-19 is next, current, previous within its grace, or reused", () => {
    const device = { generation: 7, previousRetiresAt: timeAfter(1) };
    expect(secretStateOf(8, device, now)).toBe("child");
    expect(secretStateOf(7, device, now)).toBe("current");
    expect(secretStateOf(6, device, now)).toBe("parent");
    expect(secretStateOf(6, { ...device, previousRetiresAt: now }, now)).toBe("reused");
    expect(secretStateOf(5, device, now)).toBe("reused");
    // A secret two steps ahead was never issued.
    expect(secretStateOf(9, device, now)).toBe("reused");
  });

  it("see R7s-19 the previous secret has 10 s of grace; a device whose next secret was never used has no previous one", () => {
    expect(previousSecretGraceMs).toBe(10_000);
    // PostgreSQL's -infinity arrives as a number.
    const fresh = { generation: 1, previousRetiresAt: -Infinity as unknown as Date };
    expect(secretStateOf(0, fresh, now)).toBe("reused");
    expect(secretStateOf(1, fresh, now)).toBe("current");
  });

  it("see R7s-19 only the newest three of any generations are not reused", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer(),
        fc.integer({ min: -20_000, max: 20_000 }),
        (secret, generation, remainingMs) => {
          const secretState = secretStateOf(
            secret,
            { generation, previousRetiresAt: timeAfter(remainingMs) },
            now,
          );
          const distance = secret - generation;
          const accepted = distance === 1 || distance === 0 || (distance === -1 && remainingMs > 0);
          expect(secretState !== "reused").toBe(accepted);
        },
      ),
    );
  });
});

describe("authentication by token and cookie", () => {
  it("see R7s-39 returns the person, with times from the row", () => {
    const verdict = judgeCaller(row, now, rules);
    expect(verdict).toMatchObject({
      kind: "caller",
      isNextUsed: false,
      caller: {
        personId: "p",
        sessionId: "s",
        idleExpiresAt: timeAfter(29 * minuteMs),
        absoluteExpiresAt: timeAfter(60 * minuteMs),
      },
    });
  });

  it("see R7s-39 a browser's session needs a secret of its own device", () => {
    expect(kindOf({ secret_device_id: null, secret_generation: null })).toBe("none");
    expect(kindOf({ secret_device_id: "other" })).toBe("none");
    expect(kindOf({ secret_generation: null })).toBe("none");
    expect(kindOf({ secret_device_id: "other", secret_generation: 1 })).toBe("none");
  });

  it("see R7s-39 R7s-19 a retired secret revokes the token family, and the next one retires the previous one", () => {
    expect(kindOf({ secret_generation: 1 })).toBe("reused");
    expect(kindOf({ secret_generation: 2 })).toBe("reused");
    expect(kindOf({ secret_generation: 2, device_previous_retires_at: timeAfter(1) })).toBe("caller");
    expect(judgeCaller({ ...row, secret_generation: 4 }, now, rules)).toMatchObject({
      kind: "caller",
      isNextUsed: true,
    });
  });

  it("see R7s-40 a bearer-only session needs no secret and tolerates one", () => {
    for (const secret of [
      { secret_device_id: null, secret_generation: null },
      { secret_device_id: "other", secret_generation: 9 },
      { secret_generation: 1 },
    ]) {
      expect(kindOf({ device_kind: "client", ...secret })).toBe("caller");
    }
  });

  it.each<[string, Partial<CallerRow>]>([
    ["R7s-16 an ended session", { ended_at: timeAfter(-1) }],
    ["N39 a session with a locked screen", { locked_at: timeAfter(-1) }],
    ["see R7s-19 a session on a revoked device", { device_revoked_at: timeAfter(-1) }],
    ["see R7s-41 an expired token", { token_expires_at: now }],
    ["see R4-11 a session at the absolute limit", { absolute_expires_at: now }],
    ["see R4-11 a session idle for 30 minutes", { last_active_at: timeAfter(-30 * minuteMs) }],
    ["see R6-50 a session of a deactivated person", { deactivated_at: timeAfter(-1) }],
    [
      "see R6-50 a session of a deactivated platform account",
      { deactivated_at: timeAfter(-1), platform_role: "super_admin" },
    ],
    ["see R6-50 a session without an organization", { memberships: [] }],
  ])("%s is rejected", (_name, changes) => {
    expect(kindOf(changes)).toBe("none");
    expect(kindOf({ ...changes, device_kind: "client" })).toBe("none");
  });

  it("see R7s-19 an ended session with a retired secret revokes nothing a second time", () => {
    expect(kindOf({ ended_at: timeAfter(-1), secret_generation: 1 })).toBe("none");
  });

  it("accepts a session one millisecond before each limit", () => {
    expect(kindOf({ token_expires_at: timeAfter(1) })).toBe("caller");
    expect(kindOf({ absolute_expires_at: timeAfter(1) })).toBe("caller");
    expect(kindOf({ last_active_at: timeAfter(1 - 30 * minuteMs) })).toBe("caller");
  });

  it("a platform role needs no organization", () => {
    expect(kindOf({ memberships: [], platform_role: "admin" })).toBe("caller");
  });

  it("see R6-50 unusable memberships are not among the caller's", () => {
    const otherMembership = { ...membership, organizationId: "01890000-0000-7000-8000-000000000011" };
    const verdict = judgeCaller(
      { ...row, memberships: [{ ...otherMembership, blocked: true }, membership] },
      now,
      rules,
    );
    expect(
      verdict.kind === "caller" &&
        verdict.caller.memberships.map((membershipRow) => membershipRow.organizationId),
    ).toEqual([membership.organizationId]);
  });

  it("never accepts a session past one of its limits, with any values of the other fields (property)", () => {
    const offset = fc.integer({ min: -90 * minuteMs, max: 90 * minuteMs });
    fc.assert(
      fc.property(
        fc.record({
          token: offset,
          absolute: offset,
          active: offset,
          ended: fc.boolean(),
          revoked: fc.boolean(),
          kind: fc.constantFrom("browser" as const, "client" as const),
          secret: fc.integer({ min: 0, max: 6 }),
          platform: fc.constantFrom("super_admin" as const, null),
          blocked: fc.boolean(),
        }),
        (draw) => {
          const verdict = judgeCaller(
            {
              ...row,
              token_expires_at: timeAfter(draw.token),
              absolute_expires_at: timeAfter(draw.absolute),
              last_active_at: timeAfter(draw.active),
              ended_at: draw.ended ? timeAfter(-1) : null,
              device_revoked_at: draw.revoked ? timeAfter(-1) : null,
              device_kind: draw.kind,
              secret_generation: draw.secret,
              platform_role: draw.platform,
              memberships: [{ ...membership, blocked: draw.blocked }],
            },
            now,
            rules,
          );
          const mayPass =
            draw.token > 0 &&
            draw.absolute > 0 &&
            draw.active + 30 * minuteMs > 0 &&
            !draw.ended &&
            !draw.revoked &&
            (draw.platform !== null || !draw.blocked) &&
            (draw.kind === "client" || draw.secret === 3 || draw.secret === 4);
          expect(verdict.kind === "caller").toBe(mayPass);
        },
      ),
    );
  });
});

describe("memberships", () => {
  it.each<[string, Partial<MembershipRow>, boolean]>([
    ["active", {}, true],
    ["of an organization on trial", { organizationStatus: "trial" }, true],
    ["of a suspended organization", { organizationStatus: "suspended" }, true],
    ["of an archived organization", { organizationStatus: "archived" }, false],
    ["of a deleted organization", { organizationStatus: "deleted" }, false],
    ["pending", { status: "pending" }, false],
    ["deactivated", { status: "deactivated" }, false],
    ["blocked", { blocked: true }, false],
    ["valid for one more millisecond", { validUntil: timeAfter(1).toISOString() }, true],
    ["at the end of its validity", { validUntil: now.toISOString() }, false],
  ])("see R6-50 decide whether the person can work: %s", (_name, changes, usable) => {
    expect(isUsable({ ...membership, ...changes }, now)).toBe(usable);
  });

  it("see R6-50 a session is renewed only for a user who could sign in again", () => {
    const person = { deactivated_at: null, platform_role: null, memberships: [membership] };
    expect(mayRenew(person, now)).toBe(true);
    expect(mayRenew({ ...person, deactivated_at: timeAfter(-1) }, now)).toBe(false);
    expect(mayRenew({ ...person, memberships: [] }, now)).toBe(false);
    const suspended = { ...membership, organizationStatus: "suspended" as const };
    expect(mayRenew({ ...person, memberships: [suspended] }, now)).toBe(false);
    expect(mayRenew({ ...person, memberships: [suspended, membership] }, now)).toBe(true);
    expect(mayRenew({ ...person, memberships: [], platform_role: "admin" }, now)).toBe(true);
  });

  it("R6-05 an unknown stored role grants nothing; known ones have their canonical name", () => {
    for (const role of ["boss", "", "constructor", "__proto__"]) {
      expect(toMembership({ ...membership, role }, now)).toMatchObject({ role: "guest", permissions: [] });
    }
    for (const role of roles) expect(toMembership({ ...membership, role }, now).role).toBe(role);
    for (const [spelling, role] of [
      ["superadmin", "super_admin"],
      ["super-admin", "super_admin"],
      ["superAdmin", "super_admin"],
      ["organizationAdmin", "org_admin"],
      ["orgAdmin", "org_admin"],
    ] as const)
      expect(toMembership({ ...membership, role: spelling }, now).role, spelling).toBe(role);
  });
});

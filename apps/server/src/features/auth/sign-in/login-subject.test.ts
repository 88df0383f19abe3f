import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoginCandidate } from "../../../directory/sign-in-person.queries.ts";
import { chooseCandidate, chooseStart, readLoginName } from "./login-subject.ts";
import type { MembershipRow } from "../../../directory/membership-rules.ts";

const now = new Date("2026-03-01T10:00:00Z");
const [firstId, secondId, thirdId] = ["organization-1", "organization-2", "organization-3"] as const;

function membershipIn(organizationId: string, changes: Partial<MembershipRow> = {}): MembershipRow {
  return {
    organizationId,
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
    ...changes,
  };
}

function candidate(id: string, changes: Partial<LoginCandidate> = {}): LoginCandidate {
  return {
    person_id: id,
    first_name: "Mia",
    last_name: "Muster",
    email: null,
    password_hash: "hash",
    platform_role: null,
    must_change_password: false,
    deactivated_at: null,
    is_demo: false,
    two_factor_enabled: false,
    has_passkey: false,
    last_organization_id: null,
    memberships: [membershipIn(firstId)],
    ...changes,
  };
}

const anywhere = { email: null, username: "mia", organizationId: null };
const inOrganization = (organizationId: string) => ({ ...anywhere, organizationId });

describe("the login name", () => {
  it("ignores case, and addresses are normalized", () => {
    expect(readLoginName({ username: "Mia_Muster", organizationId: firstId })).toEqual({
      email: null,
      username: "mia_muster",
      organizationId: firstId,
    });
    expect(readLoginName({ email: " Mia@Example.ORG " })).toEqual({
      email: "mia@example.org",
      username: null,
      organizationId: null,
    });
    expect(readLoginName({ username: "x", organizationId: null }).organizationId).toBeNull();
  });
});

describe("the account behind a login name", () => {
  const inOne = candidate("a");
  const inTwo = candidate("b", { memberships: [membershipIn(secondId)] });
  const platform = candidate("p", { platform_role: "super_admin", memberships: [] });
  const choose = (candidates: LoginCandidate[], name = anywhere as Parameters<typeof chooseCandidate>[1]) =>
    chooseCandidate(candidates, name)?.person_id;

  it("is the only candidate, whether or not an organization was chosen (design decision 9)", () => {
    expect(choose([inOne])).toBe("a");
    expect(choose([inOne], inOrganization(firstId))).toBe("a");
    expect(choose([])).toBeUndefined();
  });

  it("is undefined if no candidate is a member of the chosen organization (design decision 9)", () => {
    expect(choose([inOne], inOrganization(thirdId))).toBeUndefined();
    expect(choose([inOne, inTwo], inOrganization(thirdId))).toBeUndefined();
  });

  it("is undefined if several people have the name, unless one of them is in the chosen organization (design decision 9)", () => {
    expect(choose([inOne, inTwo])).toBeUndefined();
    expect(choose([inOne, inTwo], inOrganization(firstId))).toBe("a");
    expect(choose([inOne, inTwo], inOrganization(secondId))).toBe("b");
  });

  it("N65 is the only person known on the device if several people share the name (design decision 9)", () => {
    const on = (device: string | null, person: LoginCandidate) => ({ ...person, known_device_id: device });
    const [onlyOne, none, both] = [
      [on("d", inOne), on(null, inTwo)],
      [on(null, inOne), on(null, inTwo)],
      [on("d", inOne), on("d", inTwo)],
    ];
    expect([onlyOne, none, both].map((people) => choose(people))).toEqual(["a", undefined, undefined]);
    // A chosen organization and a platform account take precedence over the device.
    expect(choose(onlyOne, inOrganization(secondId))).toBe("b");
    expect(choose([...onlyOne, on(null, platform)])).toBe("p");
  });

  it("is a platform account regardless of the organization that the device remembers, unless a member there has the name", () => {
    expect(choose([platform], inOrganization(thirdId))).toBe("p");
    expect(choose([inOne, platform], inOrganization(secondId))).toBe("p");
    expect(choose([inOne, platform], inOrganization(firstId))).toBe("a");
    expect(choose([inOne, inTwo, platform])).toBe("p");
  });

  it("is never someone outside the chosen organization, except a platform account (property)", () => {
    const person = fc.record({
      id: fc.uuid(),
      organizations: fc.uniqueArray(fc.constantFrom(firstId, secondId, thirdId), { maxLength: 3 }),
      isPlatform: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(person, { maxLength: 4 }),
        fc.constantFrom(firstId, secondId, thirdId),
        (people, organization) => {
          const candidates = people.map(({ id, organizations, isPlatform }) =>
            candidate(id, {
              platform_role: isPlatform ? "admin" : null,
              memberships: organizations.map((organizationId) => membershipIn(organizationId)),
            }),
          );
          const match = chooseCandidate(candidates, inOrganization(organization));
          if (match === undefined || match.platform_role !== null) return;
          expect(match.memberships.map((row) => row.organizationId)).toContain(organization);
        },
      ),
    );
  });
});

describe("the organization in which a session starts", () => {
  const start = (changes: Partial<LoginCandidate>, name = anywhere as Parameters<typeof chooseStart>[1]) => {
    const startChoice = chooseStart(candidate("a", changes), name, now);
    return "refusal" in startChoice ? startChoice.refusal : startChoice.organizationId;
  };
  const inTwoOrganizations = { memberships: [membershipIn(firstId), membershipIn(secondId)] };

  it("is the last used organization, otherwise the first usable one (design decision 9)", () => {
    expect(start(inTwoOrganizations)).toBe(firstId);
    expect(start({ ...inTwoOrganizations, last_organization_id: secondId })).toBe(secondId);
    expect(start({ ...inTwoOrganizations, last_organization_id: "gone" })).toBe(firstId);
    expect(start({ memberships: [membershipIn(firstId, { blocked: true }), membershipIn(secondId)] })).toBe(
      secondId,
    );
    expect(
      start({
        memberships: [membershipIn(firstId, { blocked: true }), membershipIn(secondId)],
        last_organization_id: firstId,
      }),
    ).toBe(secondId);
  });

  it("is the chosen organization and no other", () => {
    expect(start({ ...inTwoOrganizations, last_organization_id: firstId }, inOrganization(secondId))).toBe(
      secondId,
    );
    expect(
      start(
        { memberships: [membershipIn(firstId), membershipIn(secondId, { blocked: true })] },
        inOrganization(secondId),
      ),
    ).toBe("ACCOUNT_BLOCKED");
  });

  it.each<[string, Partial<LoginCandidate>]>([
    ["ACCOUNT_DISABLED", { deactivated_at: now }],
    ["ACCOUNT_DISABLED", { deactivated_at: now, platform_role: "super_admin" }],
    ["ACCOUNT_BLOCKED", { memberships: [membershipIn(firstId, { blocked: true })] }],
    ["ACCOUNT_NOT_VERIFIED", { memberships: [membershipIn(firstId, { status: "pending" })] }],
    ["ACCOUNT_DISABLED", { memberships: [membershipIn(firstId, { status: "deactivated" })] }],
    ["ACCOUNT_DISABLED", { memberships: [membershipIn(firstId, { validUntil: now.toISOString() })] }],
    ["ACCOUNT_DISABLED", { memberships: [] }],
    ["ACCOUNT_DISABLED", { memberships: [membershipIn(firstId, { organizationStatus: "deleted" })] }],
    ["ORGANIZATION_SUSPENDED", { memberships: [membershipIn(firstId, { organizationStatus: "suspended" })] }],
  ])("is refused with %s", (refusal, changes) => {
    expect(start(changes)).toBe(refusal);
  });

  it("is none for a platform account without an organization", () => {
    const platform = { platform_role: "admin" as const };
    expect(start({ ...platform, memberships: [] })).toBeNull();
    expect(start({ ...platform, memberships: [membershipIn(firstId, { blocked: true })] })).toBeNull();
    expect(start({ ...platform, memberships: [membershipIn(firstId)] }, inOrganization(secondId))).toBeNull();
    expect(start({ ...platform, memberships: [membershipIn(firstId)] })).toBe(firstId);
  });
});

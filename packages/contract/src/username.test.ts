import { describe, expect, it } from "vitest";
import { acceptInvitation, addMember } from "./members/members.endpoints.ts";
import { createOrganization } from "./organizations/organizations.endpoints.ts";
import { completeSetup } from "./setup/setup.endpoints.ts";
import { createTenant } from "./tenants/tenants.endpoints.ts";
import { createUser } from "./users/users.endpoints.ts";
import { usernameSchema } from "./validation.ts";
import { suggestUsername } from "./username.ts";

describe("suggestUsername", () => {
  it.each([
    ["Erika", "Muster", "erika_muster"],
    ["Jörg", "Müßig-Öhler", "joerg_muessig_oehler"],
    ["Zoë", "Nuñez Çelik", "zoe_nunez_celik"],
    ["Łukasz", "Ångström", "lukasz_angstroem"],
    ["", "Beispiel", "beispiel"],
    ["  ", "--", ""],
    ["伟", "李", ""],
    ["A".repeat(30), "B".repeat(30), `${"a".repeat(30)}_${"b".repeat(9)}`],
  ])("R5-38 suggests for %s %s: %s", (first, last, expected) => {
    const username = suggestUsername(first, last);
    expect(username).toBe(expected);
    expect(usernameSchema.safeParse(username).success).toBe(expected !== "");
  });
});

describe("a new username", () => {
  const personalInfo = { firstName: "Erika", lastName: "Muster" };
  const password = "Sonnen-Garten-83";
  const organization = { name: "Praxis Muster", country: "DE" };
  const token = "x".repeat(43);
  const founder = (username: string) => ({ ...personalInfo, username, password });

  it.each([
    [createUser, "username", (username: string) => ({ username, personalInfo, password })],
    [addMember, "username", (username: string) => ({ username })],
    [acceptInvitation, "username", (username: string) => ({ token, username })],
    ...[createOrganization, createTenant].map(
      (endpoint) =>
        [
          endpoint,
          "administrator.username",
          (username: string) => ({ ...organization, administrator: { username } }),
        ] as const,
    ),
    ...(["administrator", "member"] as const).map(
      (part) =>
        [
          completeSetup,
          `${part}.username`,
          (username: string) => ({
            token,
            organization,
            administrator: founder("erika"),
            member: founder("mia"),
            [part]: founder(username),
          }),
        ] as const,
    ),
  ] as const)("see R5-38 of $name has only letters, digits and underscores", (endpoint, path, bodyWith) => {
    const wrongFields = (username: string) =>
      endpoint.body.safeParse(bodyWith(username)).error?.issues.map((issue) => issue.path.join(".")) ?? [];
    for (const username of [
      "erika-muster",
      "erika.muster",
      "erika muster",
      "erika@praxis",
      "müller",
      "erika!",
    ])
      expect([username, wrongFields(username)]).toEqual([username, [path]]);
    expect(wrongFields("Erika_2")).toEqual([]);
  });
});

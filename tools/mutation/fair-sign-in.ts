import { type Defense, serverDefenses } from "./defense.ts";

const login = "features/auth/sign-in/login.test.ts";

/** Defenses that keep an organization from locking out people of another, or resetting their attempt counters. */
export const fairSignInDefenses: readonly Defense[] = serverDefenses([
  {
    cases: ["N65"],
    guarantee: "the device determines which person a shared username means",
    file: "features/auth/sign-in/login-subject.ts",
    find: "onlyOne(group) ?? onlyOne(group.filter((candidate) => (candidate.known_device_id ?? null) !== null))",
    put: "onlyOne(group)",
    proof: [
      login,
      "N65 a username assigned in another organization does not lock anyone out of a known device",
    ],
  },
  {
    cases: ["N65"],
    guarantee: "people known on the device are found even if many share the username",
    file: "features/auth/auth.queries.ts",
    find: "where device_person.device_id = device.device_id and $2::text is not null",
    put: "where false",
    proof: [
      login,
      "N65 a username assigned in another organization does not lock anyone out of a known device",
    ],
  },
  {
    cases: ["N65"],
    guarantee: "an email address identifies only its owner",
    file: "features/auth/auth.queries.ts",
    find: "device.device_id and $2::text is not null",
    put: "device.device_id",
    proof: [
      login,
      "N65 an address identifies its owner on a device that people without a username have used",
    ],
  },
  {
    cases: ["N65"],
    guarantee: "the login page suggests specifying the organization",
    file: "apps/web/src/features/auth/login-form.tsx",
    find: 'const hasNoOrganization = organization.field.choice === noOrganization && !name.includes("@");',
    put: "const hasNoOrganization = false;",
    proof: [
      "apps/web/src/features/auth/login-form.test.tsx",
      "N65 suggests selecting the organization after any username, and opens the practice code field",
    ],
  },
  {
    cases: ["N70", "N53"],
    guarantee: "an organization resets only the counters of its own people",
    file: "features/user-security/user-security.service.ts",
    find: ": await this.#work.lockIdentity(tx, context, personId);\n      await this.#dependencies.limits.reset",
    put: ": await this.#work.lockMember(tx, context, personId);\n      await this.#dependencies.limits.reset",
    proof: [
      "features/user-security/user-security.test.ts",
      "N70 of a person in several organizations is reserved for the operator",
    ],
  },
]);

import { type Defense, serverDefenses } from "./defense.ts";

const transfers = "features/users/transfer/transfer.service.ts";
const transferTest = "features/users/transfer/transfer.test.ts";
const people = "features/users/edit/people.service.ts";
const peopleTest = "features/users/edit/people.test.ts";
const auditTest = "features/audit/audit.test.ts";
const lifecycle = "features/organizations/organization-lifecycle.service.ts";
const lifecycleTest = "features/organizations/lifecycle.test.ts";
const erasure = "features/organizations/erasure/organization-erasure.platform-queries.ts";
const erasureTest = "features/organizations/erasure/organization-erasure.test.ts";

/** Moving and deleting people, exporting the log, opening and closing organizations, and erasure. */
export const recordDefenses: readonly Defense[] = serverDefenses([
  {
    cases: ["N11", "N12"],
    guarantee: "users cannot transfer themselves or users of higher rank",
    file: transfers,
    find: "membershipFault({ actorId: context.caller.personId, principal: context.principal, target: member }),",
    put: "undefined,",
    proof: [transferTest, "R7u-18 R7u-23 N12 does not cover a member with a higher or equal role"],
  },
  {
    cases: ["N01", "N02"],
    guarantee: "a transfer needs rights in the target organization",
    file: transfers,
    find: "await this.#assertManages(tx, context, to, role, []);",
    put: "",
    proof: [
      transferTest,
      "N02 N53 responds with 404 for an unknown user, and refuses a target that the caller does not manage",
    ],
  },
  {
    cases: ["N10"],
    guarantee: "a transfer assigns only roles that the caller may grant",
    file: transfers,
    find: "grantFault(principal, role, grants, grants) !== undefined",
    put: "false",
    proof: [
      transferTest,
      "R6-07 see R5-10 R6-46 requires a free seat and a grantable role; refuses the caller and the last administrator",
    ],
  },
  {
    cases: ["N12"],
    guarantee: "users undo only transfers of users of lower rank",
    file: transfers,
    find: "assertNoFault(membershipFault(actor));",
    put: "",
    proof: [
      transferTest,
      "R7u-22 N01 N12 includes the undo for an administrator of both organizations, but not for a member of equal role",
    ],
  },
  {
    cases: ["N01"],
    guarantee: "undoing a transfer needs rights in the original organization",
    file: transfers,
    find: "await this.#assertManages(tx, context, from, role, saved.permissions);",
    put: "",
    proof: [
      transferTest,
      "R7u-22 N01 N12 includes the undo for an administrator of both organizations, but not for a member of equal role",
    ],
  },
  {
    cases: ["N07"],
    guarantee: "a transfer can be undone only within 24 hours",
    file: transfers,
    find: "if (newest.undone_at !== null || isLate) throw",
    put: "if (newest.undone_at !== null) throw",
    proof: [transferTest, "R7u-22 is possible for 24 hours and not afterwards"],
  },
  {
    cases: ["N12", "N53"],
    guarantee: "deletion is authorized for each person, even in bulk",
    file: people,
    find: "assertNoFault(identityFault(authority, await people.belongsElsewhere(tx, organization.id, personId)));\n      await assertNotLastAdministrator",
    put: "await assertNotLastAdministrator",
    proof: [peopleTest, "R7u-23 N12 does not cover a higher or equal role"],
  },
  {
    cases: ["N29", "N30"],
    guarantee: "a deleted person's name is removed from all logs",
    file: "directory/people.queries.ts",
    find: "await tx.eraseAuditNames(personId);",
    put: "",
    proof: [
      auditTest,
      "R7n-23 N30 removes the person's names from the logs of all organizations and keeps every chain valid",
    ],
  },
  {
    cases: ["N06"],
    guarantee: "only users who may read the log can export it",
    file: "features/audit/audit.policy.ts",
    find: 'return ["super_admin", "org_admin"].includes(principal.role) || hasPermission(principal, "audit:read");',
    put: "return principal !== undefined && hasPermission !== undefined;",
    also: [
      {
        file: "packages/contract/src/audit/audit.endpoints.ts",
        find: 'const auditors = { who: "role:super_admin|org_admin | permission:audit:read", scope: "own" } as const;',
        put: 'const auditors = { who: "permission:organizations:read", scope: "own" } as const;',
      },
    ],
    proof: [auditTest, "R7n-21 is available to administrators and users with the permission"],
  },
  {
    cases: ["N06"],
    guarantee: "only the operator reads the log of the platform",
    file: "features/audit/audit.policy.ts",
    find: 'return principal.role === "super_admin";',
    put: "return principal !== undefined;",
    also: [
      {
        file: "packages/contract/src/audit/audit.endpoints.ts",
        find: 'const operator = { who: "role:super_admin", scope: "platform" } as const;',
        put: 'const operator = { who: "session", scope: "self" } as const;',
      },
    ],
    proof: [auditTest, "R7n-21 is available to administrators and users with the permission"],
  },
  {
    cases: ["N08"],
    guarantee: "only the platform suspends an organization",
    file: "features/tenants/tenants.policy.ts",
    find: 'mayOperateTenants({ role }: Principal): boolean {\n  return role === "super_admin";',
    put: "mayOperateTenants({ role }: Principal): boolean {\n  return role !== undefined;",
    also: [
      {
        file: "packages/contract/src/tenants/tenants.endpoints.ts",
        find: 'const operator = { who: "role:super_admin", scope: "platform" } as const;',
        put: 'const operator = { who: "permission:organizations:read", scope: "own" } as const;',
      },
    ],
    proof: [lifecycleTest, "R7n-05 R7n-06 needs a fresh proof and a platform role"],
  },
  {
    cases: ["N08"],
    guarantee: "only the platform restores an organization",
    file: "features/organizations/organizations.policy.ts",
    find: 'mayOperate({ role }: Principal): boolean {\n  return role === "super_admin";',
    put: "mayOperate({ role }: Principal): boolean {\n  return role !== undefined;",
    also: [
      {
        file: "packages/contract/src/organizations/organizations.endpoints.ts",
        find: 'const operators = { who: "role:super_admin", scope: "platform" } as const;',
        put: 'const operators = { who: "permission:organizations:read", scope: "own" } as const;',
      },
    ],
    proof: [lifecycleTest, "R7o-07 only the platform restores and lists deleted organizations"],
  },
  {
    cases: ["N07"],
    guarantee: "restoring an organization needs a fresh proof",
    file: lifecycle,
    find: "    assertFresh(context.caller, now);\n    await this.#dependencies.db.write",
    put: "    await this.#dependencies.db.write",
    proof: [lifecycleTest, "R7o-07 only the platform restores and lists deleted organizations"],
  },
  {
    cases: ["N07"],
    guarantee: "suspending needs a fresh proof",
    file: lifecycle,
    find: "    assertFresh(context.caller, now);\n    const { id } = context.organization;\n    await",
    put: "    const { id } = context.organization;\n    await",
    proof: [lifecycleTest, "R7n-05 R7n-06 needs a fresh proof and a platform role"],
  },
  {
    cases: ["N29"],
    guarantee: "the log of an erased organization contains no names",
    file: erasure,
    find: "select erase_organization_names(${organizationId}, ${limit}) as erased",
    put: "select 0 as erased",
    proof: [erasureTest, "R7o-07 is erased in every table"],
  },
  {
    cases: ["N53"],
    guarantee: "people who also work elsewhere survive the erasure of an organization",
    file: erasure,
    find: "and other.organization_id <> ${organizationId} and other.status <> 'removed')",
    put: "and other.organization_id = ${organizationId} and other.status = 'never')",
    proof: [erasureTest, "R7o-07 is erased in every table"],
  },
]);

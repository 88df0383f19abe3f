import { type Defense, ofServer } from "./defense.ts";

const people = "features/users/edit/people.test.ts";
const userSecurity = "features/user-security/user-security.test.ts";
const rows = "platform/db/row-level-security.test.ts";

/** Edit after which a block no longer clears cached permissions or rereads open sockets. */
const withoutBlockEvents = {
  file: "platform/events/event-publisher.ts",
  find: "  return declaration.caches.flatMap(",
  put: '  if (event.type === "user.blocked") return [];\n  return declaration.caches.flatMap(',
};

/** Isolation between organizations, ranks, permissions and seats. */
export const authorityDefenses: readonly Defense[] = ofServer([
  {
    cases: ["N01"],
    without: "only members and the platform can open an organization",
    file: "platform/request-context/resolve-organization.ts",
    find: "const found = caller.platformRole === null ? undefined : await findOrganization(id);",
    put: "const found = await findOrganization(id);",
    proof: [
      "features/organizations/organizations.routes.test.ts",
      "R7o-04 a foreign organization gets the same response as one that does not exist",
    ],
  },
  {
    cases: ["N01"],
    without: "the access rule of a call is checked",
    file: "platform/http/calls/admission.ts",
    find: 'else if (!passes(endpoint, alternatives, caller, organization)) throw new ProblemError("FORBIDDEN");',
    put: "",
    proof: ["features/tenants/tenants.test.ts", "R7n-07 is refused to"],
  },
  {
    cases: ["N01", "N05"],
    without: "the database returns only the organization's own rows",
    file: "platform/db/policies.ts",
    find: "bound_organization: `for all to portal_app using (${bound}) with check (${bound})`,",
    put: "bound_organization: `for all to portal_app using (true) with check (true)`,",
    proof: [rows, "R1-01 keeps a request of one organization from the rows of another"],
  },
  {
    cases: ["N01"],
    without: "a table without forced policies is detected",
    file: "platform/db/policies.ts",
    find: "...(table.enabled && table.forced ? [] : [`${table.name}: row-level security is not forced`]),",
    put: "",
    proof: [rows, "R1-01 finds"],
  },
  {
    cases: ["N01"],
    without: "the portal does not start with a role that bypasses the policies",
    file: "platform/db/connect.ts",
    find: "when rolsuper then 'is a superuser'",
    put: "",
    also: [{ find: "when rolbypassrls then 'bypasses row-level security'", put: "" }],
    proof: [rows, "R1-01 serving is refused with a role that bypasses row-level security"],
  },
  {
    cases: ["N02"],
    without: "users change only their own notifications",
    file: "features/notifications/notifications.queries.ts",
    find: 'where("person_id", "=", personId),',
    put: 'where("person_id", "is not", null),',
    proof: [
      "features/notifications/notifications.test.ts",
      "N02 does not let a person mark or delete notifications of another",
    ],
  },
  {
    cases: ["N02"],
    without: "an administrator ends only sessions of the given person",
    file: "features/user-security/security-changes.queries.ts",
    find: '.where("person_id", "=", personId)\n    .where("ended_at", "is", null)',
    put: '.where("ended_at", "is", null)',
    proof: [
      userSecurity,
      "R7u-10 N02 finds neither another person's session nor one started in another organization",
    ],
  },
  {
    cases: ["N02", "N53"],
    without: "an administrator ends only sessions that began in the organization",
    file: "features/user-security/user-security.service.ts",
    find: "const filter = isSelf ? { sessionId } : { sessionId, organizationId: organization.id };",
    put: "const filter = { sessionId };",
    proof: [
      userSecurity,
      "R7u-10 N02 finds neither another person's session nor one started in another organization",
    ],
  },
  {
    cases: ["N02"],
    without: "users end only their own sessions",
    file: "features/sessions/sessions.service.ts",
    find: "{ personId: context.caller.personId, sessionId }",
    put: "{ sessionId }",
    proof: ["features/sessions/sessions.test.ts", "N02 users cannot end another person's session"],
  },
  {
    cases: ["N02"],
    without: "sessions on a workstation end where they began in the organization",
    file: "features/workstations/workstations.service.ts",
    find: "const filter = { deviceId: id, organizationId: organization.id };",
    put: "const filter = { deviceId: id };",
    proof: [
      "features/workstations/workstations.test.ts",
      "N02 ends no session that began in another organization on the same device",
    ],
  },
  {
    cases: ["N03"],
    without: "header and path name the same organization",
    file: "platform/request-context/resolve-organization.ts",
    find: 'throw new ProblemError("ORGANIZATION_MISMATCH");',
    put: "",
    proof: [
      "features/organizations/organizations.routes.test.ts",
      "R1-01 rejects a header that names another organization than the path",
    ],
  },
  {
    cases: ["N05"],
    without: "a list contains only rows of the organization",
    file: "features/users/list/user-list.queries.ts",
    find: "where m.organization_id = ${value(\"organizationId\")} and m.status <> 'removed'\n      order by",
    put: "where m.status <> 'removed'\n      order by",
    also: [
      {
        file: "platform/db/policies.ts",
        find: "bound_organization: `for all to portal_app using (${bound}) with check (${bound})`,",
        put: "bound_organization: `for all to portal_app using (true) with check (true)`,",
      },
    ],
    proof: [people, "R7u-01 N05 never shows members of another organization"],
  },
  {
    cases: ["N05"],
    without: "the search finds only people of the bound organization",
    file: "platform/db/policies.ts",
    find: "current_setting('app.organization_id'",
    put: "current_setting('app.organization_id_'",
    proof: [
      "features/users/list/search.test.ts",
      "R3-78 finds the same in an organization too large to scan, by trigrams and by shorter terms",
    ],
  },
  {
    cases: ["N07"],
    without: "users change only listed fields of their own",
    file: "packages/contract/src/users/users.schema.ts",
    find: "export const updateMeSchema = z.strictObject({",
    put: "export const updateMeSchema = z.looseObject({",
    proof: [
      "features/users/users.routes.test.ts",
      "R7u-05 R3-17 N07 rejects all other fields as unknown and changes nothing",
    ],
  },
  {
    cases: ["N07"],
    without: "a call that takes no body rejects one",
    file: "platform/http/calls/parse-input.ts",
    find: "if (extra.length === 0) return {};",
    put: "if (extra.length >= 0) return {};",
    proof: [
      "platform/http/refusals.test.ts",
      "R5-46 a body is rejected, like query fields, by a call that takes none",
    ],
  },
  {
    cases: ["N09"],
    without: "a role has only its listed spellings",
    file: "packages/contract/src/roles.ts",
    find: 'return typeof input === "string" ? spellings.get(input) : undefined;',
    put: 'return typeof input === "string" ? spellings.get(input.normalize("NFKC").trim().toLowerCase()) : undefined;',
    proof: [people, "N09 the spelling"],
  },
  {
    cases: ["N09", "N10"],
    without: "users grant only roles below their own",
    file: "packages/contract/src/users/users.rules.ts",
    find: "if (isPlatformRole(role) || !canGrantRole(principal, role) || !canGrant(principal, added))",
    put: "if (!canGrant(principal, added))",
    proof: [people, "N09 an org_admin cannot create a"],
  },
  {
    cases: ["N10"],
    without: "users grant only permissions they hold",
    file: "packages/contract/src/users/users.rules.ts",
    find: "|| !canGrant(principal, added))",
    put: ")",
    proof: [people, "N10 a practice_admin cannot grant"],
  },
  {
    cases: ["N11"],
    without: "users cannot change their own membership",
    file: "directory/authority.ts",
    find: 'if (actorId === target.personId) return "CANNOT_MODIFY_SELF";',
    put: "if (actorId === target.personId) return undefined;",
    proof: [people, "R6-47 N11 users cannot change their own role, or deactivate or delete themselves"],
  },
  {
    cases: ["N11"],
    without: "the last administrator of an organization cannot be removed",
    file: "directory/member-guards.ts",
    find: 'if (otherAdministrators === 0) throw new ProblemError("LAST_ADMINISTRATOR");',
    put: "",
    proof: [people, "N11 the last org_admin stays, even if two are lowered at once"],
  },
  {
    cases: ["N11"],
    without: "changes of administrators run one after another",
    file: "directory/members.queries.ts",
    find: '.where("organization_id", "=", organizationId)\n    .forNoKeyUpdate()',
    put: '.where("organization_id", "=", organizationId)',
    proof: [
      "features/users/membership/last-administrator.test.ts",
      "N11 demoting an administrator waits for another change in the organization and sees its result",
    ],
  },
  {
    cases: ["N12"],
    without: "administrators act only on lower ranks",
    file: "directory/authority.ts",
    find: 'return canAdminister(principal, target.role) ? undefined : "FORBIDDEN";',
    put: "return undefined;",
    proof: [people, "R7u-23 N12 no one can act on a higher or equal role"],
  },
  {
    cases: ["N12"],
    without: "users of equal rank cannot act on each other",
    file: "packages/contract/src/roles.ts",
    find: "rankOf(actor) > rankOf(target);",
    put: "rankOf(actor) >= rankOf(target);",
    proof: [userSecurity, "for a higher or equal role, or for themselves"],
  },
  {
    cases: ["N13"],
    without: "a username cannot be changed",
    file: "features/users/edit/people.service.ts",
    find: "assertNotReadOnly(body, current);",
    put: "",
    proof: [
      people,
      "N13 the whole entity may be sent back; a changed value of a read-only field is named and nothing changes",
    ],
  },
  {
    cases: ["N19"],
    without: "seats are counted one after another",
    file: "directory/seats.queries.ts",
    find: '.where("organization_id", "=", organizationId)\n      .forNoKeyUpdate()',
    put: '.where("organization_id", "=", organizationId)',
    proof: [people, "N19 25 parallel additions to 10 seats take exactly the free ones"],
  },
  {
    cases: ["N19"],
    without: "adding a person takes a seat",
    file: "features/members/members.service.ts",
    find: "await takeSeat(tx, organization.id);\n    await assertUnique",
    put: "await assertUnique",
    proof: [
      "features/members/members.test.ts",
      "N19 exactly one of 20 parallel invitations for one free seat succeeds",
    ],
  },
  {
    cases: ["N21"],
    without: "a block takes effect on the next request",
    file: "features/user-security/user-security.service.ts",
    find: "      await this.#endWithoutOrganization(tx, organization.id, member);\n",
    put: "",
    also: [withoutBlockEvents],
    proof: [
      userSecurity,
      "R7u-12 R8-53 N21 takes effect on the next request, on every path; the reason is shown only after the correct password",
    ],
  },
  {
    cases: ["N22"],
    without: "a block closes the socket at once",
    file: "features/user-security/user-security.service.ts",
    find: "      await this.#endWithoutOrganization(tx, organization.id, member);\n",
    put: "",
    also: [withoutBlockEvents],
    proof: [
      userSecurity,
      "R7u-12 N22 closes the member's socket within a second, and keeps their access to another organization",
    ],
  },
  {
    cases: ["N53"],
    without: "an organization changes an identity only if the person belongs to no other organization",
    file: "directory/authority.ts",
    find: "return belongsElsewhere || authority.target.platformRole !== null",
    put: "return authority.target.platformRole !== null",
    proof: [recoveryCodeTest(), "N53 only the person's sole organization may"],
  },
  {
    cases: ["N53"],
    without: "organizations cannot change platform accounts",
    file: "directory/authority.ts",
    find: "return belongsElsewhere || authority.target.platformRole !== null",
    put: "return belongsElsewhere",
    proof: [people, "R6-49 N53"],
  },
  {
    cases: ["N53"],
    without: "an open invitation of another organization counts as another membership",
    file: "apps/server/migrations/0030-rename-to-glossary.sql",
    find: "    where p.id = of_person and p.email is not null and m.organization_id <> except_organization",
    put: "    where p.id = of_person and p.email is null and m.organization_id <> except_organization",
    proof: [people, "R6-49 N53"],
  },
  {
    cases: ["N53"],
    without: "a person's page shows only sessions of the organization",
    file: "features/user-security/user-security.queries.ts",
    find: '.where("s.start_organization_id", "=", organizationId)\n        .where("s.ended_at", "is", null)',
    put: '.where("s.ended_at", "is", null)',
    proof: [userSecurity, "N53 shows nothing of another organization: no session, device, sign-in or name"],
  },
  {
    cases: ["N36"],
    without: "an administrator's risky actions need a fresh proof",
    file: "platform/request-context/fresh-proof.ts",
    find: "if (!isFresh(caller, now)) throw",
    put: "if (now.getTime() < 0)",
    proof: [
      recoveryCodeTest(),
      "R5-34 R7u-14 is rejected when it is a known password or a word of the person, and without a step-up",
    ],
  },
]);

function recoveryCodeTest(): string {
  return "features/user-security/recovery.test.ts";
}

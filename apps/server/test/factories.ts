import type { EventId } from "@praxisportal/contract/events/event";
import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { Role } from "@praxisportal/contract/roles";
import { CompiledQuery } from "kysely";
import * as provision from "../src/directory/provision.queries.ts";
import { PasswordHasher } from "../src/platform/crypto/password-hasher.ts";
import type { AuditRecord } from "../src/platform/audit/audit-record.ts";
import type { TestApp } from "./test-app.ts";
import { testPassword, testPasswordHash } from "./test-password.ts";

export { testPassword };

const hasher = new PasswordHasher();
let counter = 0;

/** Restarts the numbering of {@link unique}, at the beginning of a test file. */
export function resetNames(): void {
  counter = 0;
}

/** Returns a name that is unique in this test file. */
export function unique(prefix: string): string {
  counter += 1;
  return `${prefix}_${counter}`;
}

/** Creates an organization whose second-factor policy is "optional". `overrides` take precedence. */
export async function makeOrganization(testApp: TestApp, overrides: Partial<provision.NewOrganization> = {}) {
  const name = overrides.name ?? `Praxis ${unique("Probe")}`;
  const created = await testApp.app.platformDb.write((tx) =>
    provision.insertOrganization(tx, {
      name,
      country: "DE",
      status: "active",
      twoFactorPolicy: "optional",
      ...overrides,
    }),
  );
  return { ...created, name };
}

type PersonOverrides = Partial<Omit<provision.NewPerson, "passwordHash">> & { password?: string | null };

/** Creates a person with {@link testPassword}, without an organization. */
export async function makePerson(testApp: TestApp, overrides: PersonOverrides = {}) {
  const { password = testPassword, ...rest } = overrides;
  const hashOf = async () => (password === null ? null : hasher.hash(password));
  const passwordHash = password === testPassword ? testPasswordHash : await hashOf();
  const email = overrides.email === undefined ? `${unique("person")}@example.org` : overrides.email;
  const personId = await testApp.app.platformDb.write((tx) =>
    provision.insertPerson(tx, { firstName: "Mia", lastName: "Muster-Probe", passwordHash, ...rest, email }),
  );
  return { personId, email };
}

type MemberOverrides = PersonOverrides & Partial<Omit<provision.NewMembership, "personId">>;

/** Creates a member of an organization. */
export async function makeMember(
  testApp: TestApp,
  organizationId: string,
  role: Role,
  overrides: MemberOverrides = {},
) {
  const username = overrides.username === undefined ? unique(role) : overrides.username;
  const { personId, email } = await makePerson(testApp, {
    ...(overrides.password === undefined ? {} : { password: overrides.password }),
    ...(overrides.firstName === undefined ? {} : { firstName: overrides.firstName }),
    ...(overrides.lastName === undefined ? {} : { lastName: overrides.lastName }),
    ...(overrides.email === undefined ? {} : { email: overrides.email }),
    ...(overrides.pendingEmail === undefined ? {} : { pendingEmail: overrides.pendingEmail }),
    ...(overrides.mustChangePassword === undefined
      ? {}
      : { mustChangePassword: overrides.mustChangePassword }),
    ...(overrides.isDemo === undefined ? {} : { isDemo: overrides.isDemo }),
  });
  await joinOrganization(testApp, organizationId, personId, role, { ...overrides, username });
  return { personId, email, username, organizationId, password: overrides.password ?? testPassword };
}

/** Adds a person to a further organization. */
export async function joinOrganization(
  testApp: TestApp,
  organizationId: string,
  personId: string,
  role: Role,
  overrides: Partial<provision.NewMembership> = {},
) {
  await testApp.app.platformDb.write((tx) =>
    provision.insertMembership(tx, organizationId, {
      username: unique(role),
      permissions: role === "org_admin" ? firstAdminGrants : [],
      ...overrides,
      personId,
      role,
    }),
  );
}

/** Creates a platform account. */
export async function makePlatformAccount(testApp: TestApp, platformRole: "super_admin" | "admin") {
  const username = unique(platformRole);
  const { personId, email } = await makePerson(testApp, { platformRole, platformUsername: username });
  return { personId, email, username, password: testPassword };
}

/** Runs SQL with the platform role, to read rows or to set a state that no call sets yet. */
export async function queryRows<Row extends Record<string, unknown>>(
  testApp: TestApp,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await testApp.databases.platform.unbound.executeQuery<Row>(
    CompiledQuery.raw(text, [...values]),
  );
  return rows;
}

/** Resets the attempt counters, because all tests call from the same address and their failures add up. */
export async function deleteAttempts(testApp: TestApp): Promise<void> {
  await queryRows(testApp, "delete from attempt_limit");
}

/** Returns the entries of one chain with an action, oldest first. */
export async function auditEntries(testApp: TestApp, organizationId: string, action: string) {
  return queryRows<{
    outcome: string;
    actor_id: string | null;
    target_id: string | null;
    record: AuditRecord;
  }>(
    testApp,
    `select outcome, actor_id, target_id, record from audit_entry
     where organization_id = $1 and action = $2 order by seq`,
    [organizationId, action],
  );
}

/** Returns every id that an event may contain, for tests that record any kind of change. */
export function sampleEventIds(id: string): Record<EventId, string> {
  return {
    userId: id,
    organizationId: id,
    departmentId: id,
    siteId: id,
    workstationId: id,
    provider: id,
    webhookId: id,
    invoiceId: id,
  };
}

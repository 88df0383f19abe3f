import { readFileSync } from "node:fs";
import * as auth from "@praxisportal/contract/auth/auth.endpoints";
import { addMember, removeMember } from "@praxisportal/contract/members/members.endpoints";
import { getUserStatistics } from "@praxisportal/contract/organizations/organizations.endpoints";
import { deleteUser, listUsers } from "@praxisportal/contract/users/users.endpoints";
import { memberBadgeOf } from "@praxisportal/contract/users/users.rules";
import { memberStates } from "@praxisportal/contract/users/users.schema";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  deleteAttempts,
  makeMember,
  makeOrganization,
  queryRows,
  testPassword,
  unique,
} from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

const columns = [
  "state",
  "status",
  "blocked",
  "valid_until",
  "locked",
  "email",
  "invitation",
  "login",
  "login_email",
  "refresh",
  "seat",
  "view",
  "word",
] as const;
type Row = Record<(typeof columns)[number], string>;

const read = (path: string) => readFileSync(new URL(`../../../../../../${path}`, import.meta.url), "utf8");
const [head = "", ...lines] = read("docs/member-states.tsv").trimEnd().split("\n");
const rows = lines.map((line) => {
  const cells = line.split("\t");
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""])) as Row;
});
const words = (JSON.parse(read("apps/web/src/features/users/users.de.json")) as { status: unknown }).status;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());
// All failures below come from one address, so its limit is raised.
beforeEach(() => deleteAttempts(testApp));

type Person = Awaited<ReturnType<typeof personIn>>;

const hourMs = 3_600_000;
const moments = { none: null, future: new Date(Date.now() + hourMs), past: new Date(Date.now() - hourMs) };
const momentOf = (row: Row) => moments[row.valid_until as keyof typeof moments];

/**
 * Returns an organization with its administrator and one person. The person has an open session if the row tests
 * sessions.
 */
async function personIn(row: Row) {
  const organization = await makeOrganization(testApp);
  const client = new TestClient(testApp);
  await client.signIn(await makeMember(testApp, organization.id, "org_admin"));
  const memberClient = new TestClient(testApp);
  if (row.status === "pending") {
    const email = `${unique("eingeladen")}@example.org`;
    const body = { email, validUntil: momentOf(row)?.toISOString() ?? null };
    const { result } = await client.call(addMember, { params: { id: organization.id }, body });
    return { organization, client, memberClient, personId: result.id, username: null, email };
  }
  const claimed = row.email === "claimed" ? `${unique("behauptet")}@example.org` : null;
  const overrides = row.email === "confirmed" ? {} : { email: null, pendingEmail: claimed };
  const member = await makeMember(testApp, organization.id, "viewer", overrides);
  await memberClient.signIn(member);
  const email = claimed ?? member.email;
  return {
    organization,
    client,
    memberClient,
    personId: member.personId,
    username: member.username,
    email,
  };
}

/** Puts the person into the state of the row. */
async function applyState(row: Row, { organization, client, personId, username }: Person) {
  if (row.locked === "yes") {
    for (let attempt = 0; attempt < 10; attempt += 1) await loginWith({ username }, "falsch");
  }
  const id = organization.id;
  if (row.status === "removed") await client.call(removeMember, { params: { id, userId: personId } });
  else if (row.status === "deleted") await client.call(deleteUser, { params: { id: personId } });
  else {
    await queryRows(
      testApp,
      "update membership set status = $2, blocked_at = $3, valid_until = $4 where person_id = $1",
      [personId, row.status, row.blocked === "yes" ? new Date() : null, momentOf(row)],
    );
  }
  if (row.invitation === "expired") {
    await queryRows(testApp, "update invitation set expires_at = now() where organization_id = $1", [id]);
  }
  testApp.app.callers.cache.forgetPerson(personId);
}

async function loginWith(name: { username?: string | null; email?: string | null }, password = testPassword) {
  if (Object.values(name).every((value) => !value)) return "-";
  const response = await new TestClient(testApp).call(auth.login, { body: { ...name, password } });
  return response.status === 200 ? "200" : response.problem.code;
}

describe("docs/member-states.tsv", () => {
  it("see R4-92 has the columns that the tests below read, and lists each state once", () => {
    expect(head.split("\t")).toEqual([...columns]);
    expect(new Set(rows.map(({ state }) => state)).size).toBe(rows.length);
    const created = rows.map((row) =>
      columns
        .slice(1, 7)
        .map((column) => row[column])
        .join(" "),
    );
    expect(new Set(created).size).toBe(rows.length);
    expect(new Set(rows.map(({ view }) => view))).toEqual(new Set([...memberStates, "-"]));
  });
});

describe.each(rows)("a member who is $state", (row) => {
  it("R5-09 see R4-92 signs in, stays signed in, takes a seat, is found and is labeled as in the table", async () => {
    const person = await personIn(row);
    await applyState(row, person);
    const { organization, client, memberClient, personId, username, email } = person;

    const refreshed = row.refresh === "-" ? undefined : await memberClient.refresh();
    const { result: statistics } = await client.call(getUserStatistics, { params: { id: organization.id } });
    const views: string[] = [];
    const namedIds = new Set<string>();
    for (const status of memberStates) {
      const { result } = await client.call(listUsers, { query: { status } });
      const listedUser = result.data.find((user) => user.id === personId);
      if (listedUser === undefined) continue;
      views.push(status);
      namedIds.add(
        (words as Record<string, string>)[memberBadgeOf(listedUser, new Date())] ?? "no such word",
      );
    }
    const everyone = await client.call(listUsers);
    const isListed = everyone.result.data.some((user) => user.id === personId);

    expect({
      login: await loginWith({ username }),
      login_email: await loginWith({ email }),
      refresh: refreshed === undefined ? "-" : refreshed.status === 200 ? "200" : refreshed.problem.code,
      seat: String(statistics.seatsTaken - 1),
      view: views.join(" ") || "-",
      word: [...namedIds].join(" ") || "-",
      isListed,
    }).toEqual({
      login: row.login,
      login_email: row.login_email,
      refresh: row.refresh,
      seat: row.seat,
      view: row.view,
      word: row.word,
      isListed: row.view !== "-",
    });
  });
});

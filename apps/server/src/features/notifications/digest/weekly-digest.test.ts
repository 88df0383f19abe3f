import { login } from "@praxisportal/contract/auth/auth.endpoints";
import { setMemberRole } from "@praxisportal/contract/members/members.endpoints";
import { setPreferences } from "@praxisportal/contract/preferences/preferences.endpoints";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { mailsOf } from "../../../../test/mailbox.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { takeDueDigests } from "./weekly-digest.platform-queries.ts";
import { weeklyDigestJob } from "./weekly-digest.worker.ts";

const dayMs = 86_400_000;
const never = new AbortController().signal;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

/** 8:00 in Berlin on a Monday, some weeks after the first one. */
const monday = (weeks: number) => new Date(Date.parse("2030-01-07T07:00:00Z") + weeks * 7 * dayMs);

/** Runs the job as of a time. */
const runAt = (at: Date) =>
  weeklyDigestJob({ platformDb: test.app.platformDb, clock: { now: () => at } }).run(never);

/** Returns the administrators of an organization whose digest is due at a time, and records it as sent. */
async function takenAt(time: string, organizationId: string): Promise<string[]> {
  const due = await test.app.platformDb.write((_tx, db) => takeDueDigests(db, new Date(time), 100));
  return due.filter((each) => each.organizationId === organizationId).map(({ personId }) => personId);
}

async function practice() {
  const { id } = await makeOrganization(test);
  const owner = await makeMember(test, id, "org_admin");
  const client = new TestClient(test);
  await client.signIn(owner);
  return { id, owner, client };
}

/** Waits until an address has received the given number of digests, and returns them. */
const digestsOf = (address: string | null, count: number) =>
  vi.waitFor(async () => {
    const mails = (await mailsOf(test, "weeklyDigest")).filter((mail) => mail.includes(String(address)));
    expect(mails).toHaveLength(count);
    return mails;
  });

it("R0-289 the weekly digest counts changes of access, failed sign-ins and open points of the last 7 days, without names", async () => {
  const { id, owner, client } = await practice();
  const member = await makeMember(test, id, "viewer", { firstName: "Zacharias", lastName: "Muster-Geheim" });
  for (const role of ["editor", "viewer"] as const)
    await client.call(setMemberRole, { params: { id, userId: member.personId }, body: { role } });
  const body = { username: String(member.username), password: "Falsch-Kennwort-1", organizationId: id };
  expect((await new TestClient(test).call(login, { body })).status).toBe(401);
  await queryRows(
    test,
    "update membership set valid_until = now() + interval '20 days' where person_id = $1",
    [member.personId],
  );
  await runAt(monday(0));
  const [first] = await digestsOf(owner.email, 1);
  for (const line of [
    "Geänderte Rollen und Fristen: 2",
    "Fehlgeschlagene Anmeldungen: 1",
    "Zugänge, die in 30 Tagen enden: 1",
    "Administratoren ohne zweiten Faktor: 1",
    `${test.config.publicUrl.origin}/audit`,
  ])
    expect(first).toContain(line);
  expect(first).not.toContain("Beendete Zugänge");
  expect(first).not.toMatch(/Zacharias|Geheim/);
  // A week later these changes are too old.
  test.clock.advance(8 * dayMs);
  await runAt(monday(1));
  const mails = await digestsOf(owner.email, 2);
  test.clock.advance(-8 * dayMs);
  const second = mails.find((mail) => mail !== first);
  expect(second).not.toMatch(/Geänderte Rollen|Fehlgeschlagene Anmeldungen/);
  expect(second).toContain("Zugänge, die in 30 Tagen enden: 1");
});

it("see R0-289 the weekly digest is sent on Monday at 7:00 in the time zone of the practice, once per week and administrator", async () => {
  const { id, owner } = await practice();
  await makeMember(test, id, "org_admin", { email: null });
  await makeMember(test, id, "practice_admin");
  const blocked = await makeMember(test, id, "org_admin");
  await queryRows(test, "update membership set blocked_at = now() where person_id = $1", [blocked.personId]);
  // Sunday, before 7:00 and in the summer at 6:59 in Berlin.
  for (const time of ["2030-02-03T12:00:00Z", "2030-02-04T05:59:00Z", "2030-07-01T04:59:00Z"])
    expect([time, await takenAt(time, id)]).toEqual([time, []]);
  const both = await Promise.all([takenAt("2030-02-04T06:00:00Z", id), takenAt("2030-02-04T06:00:00Z", id)]);
  expect(both.flat()).toEqual([owner.personId]);
  expect(await takenAt("2030-02-04T20:00:00Z", id)).toEqual([]);
  expect(await takenAt("2030-02-05T07:00:00Z", id)).toEqual([]);
  expect(await takenAt("2030-02-11T06:00:00Z", id)).toEqual([owner.personId]);
  await queryRows(test, "update organization set time_zone = 'Atlantic/Azores' where organization_id = $1", [
    id,
  ]);
  expect(await takenAt("2030-02-18T07:59:00Z", id)).toEqual([]);
  expect(await takenAt("2030-02-18T08:00:00Z", id)).toEqual([owner.personId]);
});

it("R0-290 a recipient switches the weekly digest off, also after it was queued, and on again", async () => {
  const { id, owner, client } = await practice();
  const other = await makeMember(test, id, "org_admin");
  const choose = async (weeklyDigest: boolean) => {
    const body = { sidebarCollapsed: null, lists: {}, weeklyDigest };
    expect((await client.call(setPreferences, { body })).status).toBe(200);
  };
  await choose(false);
  expect(await takenAt("2030-03-04T07:00:00Z", id)).toEqual([other.personId]);
  const prepare = () =>
    test.app.mailJobs.weeklyDigest({ personId: owner.personId, organizationId: id }, new Date());
  expect(await prepare()).toBeUndefined();
  await choose(true);
  expect(await prepare()).toMatchObject({ to: { address: owner.email } });
  expect(await takenAt("2030-03-04T07:00:00Z", id)).toEqual([owner.personId]);
});

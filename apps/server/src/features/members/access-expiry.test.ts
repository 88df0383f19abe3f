import { updateUser } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { auditEntries, makeMember, queryRows } from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { organizationWith } from "../../../test/people.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";

const accessExpiryNoticeMs = 86_400_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);

/** Runs the access-expiry job once. */
async function runJob(): Promise<void> {
  const job = testApp.app.jobs.find(({ name }) => name === "access-expiry");
  if (job === undefined) throw new Error("The job access-expiry does not exist");
  await job.run(new AbortController().signal);
}

/** Waits until an organization has received `count` mails about memberships that end soon. */
async function mailsIn(organization: string, count: number): Promise<string[]> {
  return vi.waitFor(
    async () => {
      const mails = (await mailsOf(testApp, "memberAccessEnds")).filter((mail) =>
        mail.includes(organization),
      );
      expect(mails).toHaveLength(count);
      return mails;
    },
    { timeout: 10_000 },
  );
}

/** Returns the number of unsent mails about memberships that end soon, in all organizations. */
async function unsentMails(): Promise<number> {
  const rows = await queryRows(
    testApp,
    "select id from notification where kind = 'memberAccessEnds' and mail is not null",
    [],
  );
  return rows.length;
}

describe("the end of a limited membership", () => {
  it("see R7w-08 notifies the administrators a day before, in the portal and by mail, once", async () => {
    const { client, organization, member: admin } = await organizationWith(testApp);
    const locum = await makeMember(testApp, organization.id, "editor", {
      firstName: "Vera",
      lastName: "Muster-Vertretung",
      validUntil: inHours(20),
    });
    await makeMember(testApp, organization.id, "editor", { validUntil: inHours(30) });
    await makeMember(testApp, organization.id, "editor", { validUntil: inHours(-1) });
    await makeMember(testApp, organization.id, "editor", { validUntil: inHours(5), status: "deactivated" });
    const socket = await openSocket(testApp, client);
    await Promise.all([runJob(), runJob()]);
    expect(await socket.next("notification")).toMatchObject({
      type: "info",
      messages: { de: "Befristeter Zugang endet bald" },
      kind: "memberAccessEnds",
      userId: locum.personId,
    });
    socket.close();
    const mails = await mailsIn(organization.name, 1);
    expect(mails[0]).toContain(String(admin.email));
    expect(mails[0]).toContain("Vera Muster-Vertretung");
    expect(mails[0]).toContain("Ende:");
    await runJob();
    await vi.waitFor(async () => expect(await unsentMails()).toBe(0), { timeout: 10_000 });
    // One mail, about the user whose access ends soon: not about those whose access ends later, has ended or is
    // inactive.
    await mailsIn(organization.name, 1);
  });

  it("see R7w-08 is shown in the time zone of the organization", async () => {
    const { organization } = await organizationWith(testApp);
    await queryRows(
      testApp,
      "update organization set time_zone = 'Atlantic/Azores' where organization_id = $1",
      [organization.id],
    );
    const validUntil = inHours(20);
    await makeMember(testApp, organization.id, "editor", { validUntil });
    await runJob();
    const [mail] = await mailsIn(organization.name, 1);
    const format = { hour: "2-digit", minute: "2-digit" } as const;
    const azoresTime = validUntil.toLocaleTimeString("de-DE", { ...format, timeZone: "Atlantic/Azores" });
    const berlinTime = validUntil.toLocaleTimeString("de-DE", { ...format, timeZone: "Europe/Berlin" });
    expect(mail).toContain(azoresTime);
    expect(mail).not.toContain(`um ${berlinTime}`);
  });

  it("see R7w-08 is announced and logged again after an extension", async () => {
    const { client, organization } = await organizationWith(testApp);
    const locum = await makeMember(testApp, organization.id, "editor", { validUntil: inHours(2) });
    await runJob();
    await mailsIn(organization.name, 1);
    const validUntil = new Date(Date.now() + accessExpiryNoticeMs - hourMs).toISOString();
    const extension = await client.call(updateUser, { params: { id: locum.personId }, body: { validUntil } });
    expect(extension.result.validUntil).toBe(validUntil);
    await runJob();
    await runJob();
    await mailsIn(organization.name, 2);
    const [entry] = await auditEntries(testApp, organization.id, "user.updated");
    expect(entry?.record.changes?.["valid_until"]?.[1]).toBe(validUntil);
  });
});

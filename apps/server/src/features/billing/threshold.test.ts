import { changeQuota } from "@praxisportal/contract/billing/billing.endpoints";
import { dateInTimeZone } from "@praxisportal/contract/usage/usage.rules";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { bookCall, makeProviders } from "../../../test/ai/ai-calls.ts";
import { makeMember, queryRows } from "../../../test/factories.ts";
import { mailsOf } from "../../../test/mailbox.ts";
import { organizationWith } from "../../../test/people.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await makeProviders(testApp, "probe");
});
afterAll(() => testApp.stop());

const today = dateInTimeZone("Europe/Berlin", new Date());

/** Waits until every threshold of an organization is notified and every mail about it sent. */
const untilNotified = (organizationId: string) =>
  vi.waitFor(
    async () => {
      const [row] = await queryRows<{ open: string }>(
        testApp,
        `select (select count(*) from ai_alert where organization_id = $1 and notified_at is null)
           + (select count(*) from outbox where payload ->> 'organizationId' = $1::text)
           + (select count(*) from notification where organization_id = $1 and mail is not null) as open`,
        [organizationId],
      );
      expect(row?.open).toBe("0");
    },
    { timeout: 15_000 },
  );

it("see R7b-08 administrators are notified of 80 and 100 percent once, in the portal and by mail in their language", async () => {
  const { client, organization, member } = await organizationWith(testApp);
  const second = await makeMember(testApp, organization.id, "org_admin");
  await queryRows(testApp, "update person set language = 'en' where id = $1", [second.personId]);
  const bystander = await makeMember(testApp, organization.id, "practice_admin");
  await client.call(changeQuota, { body: { limit: 100 } });
  const socket = await openSocket(testApp, client);
  const caller = { organizationId: organization.id, personId: member.personId };
  await bookCall(testApp, caller, { localDay: today, inputTokens: 81, outputTokens: 0 });
  expect(await socket.next("notification")).toMatchObject({
    type: "warning",
    messages: { de: "KI-Kontingent der Praxis zu mehr als 80 % verbraucht" },
    kind: "aiOrganizationNear",
  });
  expect(await socket.next("usageUpdate")).toEqual({
    type: "usage.limit_reached",
    organizationId: organization.id,
    period: `${today.slice(0, 7)}-01`,
    thresholdPercent: 80,
  });
  await Promise.all(
    Array.from({ length: 19 }, () =>
      bookCall(testApp, caller, { localDay: today, inputTokens: 1, outputTokens: 0 }),
    ),
  );
  expect(await socket.next("notification")).toMatchObject({ kind: "aiOrganizationReached" });
  socket.close();
  await untilNotified(organization.id);
  const mails = [
    ...(await mailsOf(testApp, "aiOrganizationNear")),
    ...(await mailsOf(testApp, "aiOrganizationReached")),
  ];
  const organizationMails = mails.filter((mail) => mail.includes(organization.name));
  const to = (address: string | null) => organizationMails.filter((mail) => mail.includes(`<${address}>`));
  expect([
    organizationMails.length,
    to(member.email).length,
    to(second.email).length,
    to(bystander.email).length,
  ]).toEqual([4, 2, 2, 0]);
  expect(to(second.email).join()).toContain("unless you raise the quota under “AI usage”");
});

it("see R7b-08 a threshold of a personal budget notifies the administrators with the person's name, even for their own", async () => {
  const { client, organization, member } = await organizationWith(testApp);
  await client.call(changeQuota, { body: { people: [{ userId: member.personId, limit: 15 }] } });
  await bookCall(
    testApp,
    { organizationId: organization.id, personId: member.personId },
    { localDay: today },
  );
  await untilNotified(organization.id);
  const mails = (await mailsOf(testApp, "aiPersonReached")).filter((mail) =>
    mail.includes(organization.name),
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("Person: Mia Muster-Probe");
});

it("see R7b-08 a user whose own budget runs out is notified in their language, and no other member is", async () => {
  const { client, organization } = await organizationWith(testApp);
  const colleague = await makeMember(testApp, organization.id, "viewer");
  await queryRows(testApp, "update person set language = 'en' where id = $1", [colleague.personId]);
  await client.call(changeQuota, { body: { people: [{ userId: colleague.personId, limit: 100 }] } });
  const colleagueClient = new TestClient(testApp);
  await colleagueClient.signIn(colleague);
  const socket = await openSocket(testApp, colleagueClient);
  const caller = { organizationId: organization.id, personId: colleague.personId };
  await bookCall(testApp, caller, { localDay: today, inputTokens: 85, outputTokens: 0 });
  expect(await socket.next("notification")).toMatchObject({
    type: "warning",
    messages: { en: "More than 80% of your AI quota for this month has been used" },
    kind: "aiOwnBudget",
  });
  await bookCall(testApp, caller, { localDay: today, inputTokens: 15, outputTokens: 0 });
  expect(await socket.next("notification")).toMatchObject({
    messages: { en: "Your AI quota for this month is used up" },
  });
  socket.close();
});

it("see R7b-08 a job repeated after a crash does not notify anyone twice", async () => {
  const { client, organization, member } = await organizationWith(testApp);
  await client.call(changeQuota, { body: { limit: 15 } });
  await bookCall(
    testApp,
    { organizationId: organization.id, personId: member.personId },
    { localDay: today },
  );
  await untilNotified(organization.id);
  await queryRows(
    testApp,
    `insert into outbox (id, topic, payload) select gen_random_uuid(), 'ai.threshold', jsonb_build_object(
       'organizationId', organization_id, 'personId', person_id, 'period', period,
       'thresholdPercent', threshold_percent) from ai_alert where organization_id = $1`,
    [organization.id],
  );
  await untilNotified(organization.id);
  const mails = [
    ...(await mailsOf(testApp, "aiOrganizationNear")),
    ...(await mailsOf(testApp, "aiOrganizationReached")),
  ];
  expect(mails.filter((mail) => mail.includes(organization.name))).toHaveLength(2);
});

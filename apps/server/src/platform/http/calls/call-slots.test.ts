import { proxyPrompt } from "@praxisportal/contract/ai/ai.endpoints";
import { listDepartments } from "@praxisportal/contract/departments/departments.endpoints";
import { checkReset } from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { listSites } from "@praxisportal/contract/sites/sites.endpoints";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { approve, organizationWithAi, startUpstream } from "../../../../test/ai/ai.ts";
import { makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { inTime } from "../../../../test/in-time.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  testApp = await createTestApp({
    CALLS_PER_PERSON: "2",
    CALLS_PER_ORGANIZATION: "3",
    CALLS_PER_PROCESS: "5",
  });
  owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
});
afterEach(() => unlock());
afterAll(async () => {
  await owner.end();
  await testApp.stop();
});

/** Makes every read of a table wait until {@link unlock}. */
async function lock(table: "department" | "one_time_token") {
  await owner.query("begin");
  await owner.query(`lock table ${table} in access exclusive mode`);
}
const unlock = () => owner.query("rollback");

async function untilWaiting(count: number) {
  const waiting = "select 1 from pg_locks where not granted and locktype = 'relation'";
  await vi.waitFor(async () => expect(await queryRows(testApp, waiting)).toHaveLength(count), 10_000);
}

async function memberOf(organizationId: string) {
  const client = new TestClient(testApp);
  await client.signIn(await makeMember(testApp, organizationId, "org_admin"));
  return {
    departments: () => client.call(listDepartments, { params: { id: organizationId } }),
    sites: () => client.call(listSites, { params: { id: organizationId } }),
    client,
  };
}
type Member = Awaited<ReturnType<typeof memberOf>>;

/** Starts calls that wait for {@link unlock}. */
async function occupy(...members: readonly Member[]) {
  await lock("department");
  const calls = members.map(({ departments }) => departments());
  await untilWaiting(calls.length);
  return {
    async end() {
      await unlock();
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
    },
  };
}

const codeOf = ({ status, headers, problem }: Awaited<ReturnType<Member["sites"]>>) => [
  status,
  problem.code,
  headers.get("retry-after"),
];

describe("N78 concurrent calls", () => {
  it("of one person are limited; colleagues are not affected, and another call begins when one ends", async () => {
    const { id } = await makeOrganization(testApp);
    const [member, colleague] = [await memberOf(id), await memberOf(id)];
    const calls = await occupy(member, member);
    expect(codeOf(await member.sites())).toEqual([429, "TOO_MANY_REQUESTS", "1"]);
    expect((await colleague.sites()).status).toBe(200);
    await calls.end();
    expect((await member.sites()).status).toBe(200);
  });

  it("of one organization are limited; other organizations are not affected", async () => {
    const { id } = await makeOrganization(testApp);
    const [member, colleague, third] = [await memberOf(id), await memberOf(id), await memberOf(id)];
    const otherMember = await memberOf((await makeOrganization(testApp)).id);
    const calls = await occupy(member, member, colleague);
    expect(codeOf(await third.sites())).toEqual([429, "TOO_MANY_REQUESTS", "1"]);
    expect((await otherMember.sites()).status).toBe(200);
    await calls.end();
    expect((await third.sites()).status).toBe(200);
  });

  it("of one process are limited, including those without a session", async () => {
    const [first, second] = [(await makeOrganization(testApp)).id, (await makeOrganization(testApp)).id];
    const [member, colleague] = [await memberOf(first), await memberOf(first)];
    const otherMember = await memberOf(second);
    const third = await memberOf(second);
    const anonymous = () => new TestClient(testApp).call(checkReset, { body: { token: "x" } });
    const calls = await occupy(member, member, colleague, otherMember, otherMember);
    expect(codeOf(await third.sites())).toEqual([503, "OVERLOADED", "1"]);
    expect((await anonymous()).problem.code).toBe("OVERLOADED");
    await calls.end();
    expect((await third.sites()).status).toBe(200);
    expect((await anonymous()).problem.code).toBe("LINK_INVALID");
  });

  it("without a session can use only half of the process", async () => {
    const member = await memberOf((await makeOrganization(testApp)).id);
    const anonymous = () => new TestClient(testApp).call(checkReset, { body: { token: "x" } });
    await lock("one_time_token");
    const calls = [anonymous(), anonymous(), anonymous()];
    await untilWaiting(3);
    // Without the limit, the call waits for the table like the others.
    const refusal = await inTime(anonymous(), "the response to the fourth call");
    expect(refusal.problem.code).toBe("OVERLOADED");
    expect((await member.sites()).status).toBe(200);
    await unlock();
    for (const { problem } of await Promise.all(calls)) expect(problem.code).toBe("LINK_INVALID");
  });

  it("do not include AI calls once they have begun", async () => {
    const { upstream } = await startUpstream(testApp);
    const { organization, owner: administrator, as } = await organizationWithAi(testApp);
    await approve(administrator, "openai");
    const { client } = await as("org_admin", ["ai:use"]);
    const stop = new AbortController();
    const body = { provider: "openai", model: "demo-standard", prompt: "Warte. #warten 20000" };
    const prompts = [1, 2].map(() =>
      client
        .fetch(proxyPrompt.path, {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
          signal: stop.signal,
        })
        .catch(() => "left"),
    );
    await vi.waitFor(
      async () => expect(await queryRows(testApp, "select id from ai_call")).toHaveLength(2),
      10_000,
    );
    const sites = () => client.call(listSites, { params: { id: organization.id } });
    await vi.waitFor(async () => expect((await sites()).status).toBe(200), 5_000);
    stop.abort();
    expect(await Promise.all(prompts)).toEqual(["left", "left"]);
    await upstream.stop();
  });
});

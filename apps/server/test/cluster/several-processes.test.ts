import { proxyPrompt } from "@praxisportal/contract/ai/ai.endpoints";
import { login } from "@praxisportal/contract/auth/auth.endpoints";
import { changeQuota } from "@praxisportal/contract/billing/billing.endpoints";
import { initiateReset } from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type DemoAiUpstream, startDemoAiUpstream } from "../../../demo-ai-upstream/src/demo-ai-upstream.ts";
import { approve, completeProvider, organizationWithAi, platformClient } from "../ai/ai.ts";
import { eventually } from "../eventually.ts";
import { makeMember, queryRows } from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";
import { NatsServers } from "./nats-servers.ts";
import { ClusterPortal } from "./portal-pair.ts";
import { missingProgram } from "./programs.ts";
import { revocationTimes } from "./revocation-times.ts";

let testApp: TestApp;
let upstream: DemoAiUpstream;
beforeAll(async () => {
  // In maintenance it only provides the database, and the processes of the tests run outbox and jobs.
  testApp = await createTestApp({ MAINTENANCE: "on" });
  upstream = await startDemoAiUpstream({ key: "demo-schluessel-0001" });
  const prices = { EUR: { inputMicro: 1_000_000, outputMicro: 2_000_000 } };
  // The second factor is off, because platform accounts would otherwise have to set one up first.
  const portal = await ClusterPortal.start(testApp, { FEATURE_TWO_FACTOR: "off" });
  try {
    await completeProvider(await platformClient(portal.app), "openai", {
      apiKey: upstream.key,
      baseUrl: upstream.url,
      models: [{ model: "demo-standard", kind: "chat", maxOutputTokens: 20_000, prices }],
    });
  } finally {
    await portal.stop();
  }
}, 120_000);
afterAll(async () => {
  await testApp.stop();
  await upstream.stop();
});

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function startPortal(env: Readonly<Record<string, string>> = {}, isCut = false) {
  const portal = await ClusterPortal.start(testApp, env, isCut);
  endings.push(() => portal.stop());
  return portal;
}

/** Maximum time in ms until a revocation reaches another process. */
const limitsMs = { http: 1_000, socket: 2_000, stream: 2_000 };

/**
 * Ends sessions and AI at `from` while they are in use at `at`. Expects that both end in time and that both
 * processes stay ready.
 */
async function expectRevocation(
  at: ClusterPortal,
  from: ClusterPortal,
  disturb?: () => Promise<void> | void,
): Promise<void> {
  const times = await revocationTimes(at, from, disturb);
  for (const kind of ["http", "socket", "stream"] as const) {
    expect(times[kind], kind).toBeLessThan(limitsMs[kind]);
  }
  expect([await at.readiness(), await from.readiness()]).toEqual([200, 200]);
}

/** Expects that a process exchanges its hints over the given driver. */
async function expectDriver(portal: ClusterPortal, driver: "postgres" | "nats"): Promise<void> {
  const text = await (await fetch(new URL("/metrics", portal.app.baseUrl))).text();
  expect(/^praxisportal_bus_connected\{driver="(\w+)"\} 1$/m.exec(text)?.[1]).toBe(driver);
}

describe("two processes over LISTEN and NOTIFY", { timeout: 120_000 }, () => {
  it("R0-225 R0-228 R0-231 a forced logout and an AI stop take effect at the other process, even when its connection hangs", async () => {
    const [first, second] = [await startPortal(), await startPortal()];
    for (const portal of [first, second]) await expectDriver(portal, "postgres");
    await expectRevocation(second, first);
    await expectRevocation(second, first, () => {
      second.isHung = true;
    });
    // The second process is now blind and does not receive the next revocation.
    await expectRevocation(second, first);
    second.isHung = false;
    await expectRevocation(second, first);
  });

  it("R0-229 R0-231 a forced logout and an AI stop take effect in both directions if a process started inside a partition", async () => {
    const first = await startPortal({}, true);
    const second = await startPortal({}, true);
    await expectRevocation(second, first);
    await expectRevocation(first, second);
  });
});

const missing = missingProgram("nats-server");

describe("two processes over NATS", { timeout: 180_000 }, () => {
  async function startServers(count: number) {
    const servers = await NatsServers.start(count);
    endings.push(() => servers.stop());
    return servers;
  }

  it("R0-225 R0-231 a forced logout and an AI stop take effect at the other process, even when a node fails", async ({
    skip,
  }) => {
    skip(missing !== undefined, missing);
    const servers = await startServers(3);
    // No process prefers a node, so each may use either of them.
    const first = await startPortal({ BUS_URL: servers.url(0) });
    const second = await startPortal({ BUS_URL: servers.url(1, 2) });
    for (const portal of [first, second]) await expectDriver(portal, "nats");
    await expectRevocation(second, first);
    await expectRevocation(second, first, () => servers.killNode(1));
    await servers.startNode(1);
    await expectRevocation(second, first, () => servers.killNode(2));
    await servers.startNode(2);
    await expectRevocation(second, first, () => servers.suspendNode(1));
    servers.resumeNode(1);
    await expectRevocation(second, first, () => servers.holdRoutes(true));
    servers.holdRoutes(false);
    await expectRevocation(second, first);
  });

  it("R0-226 sessions, limits, quotas, outbox and jobs keep working when every node is down, even after a start", async ({
    skip,
  }) => {
    skip(missing !== undefined, missing);
    const servers = await startServers(1);
    const first = await startPortal({ BUS_URL: servers.url() });
    const second = await startPortal({ BUS_URL: servers.url() });
    await expectRevocation(second, first, () => servers.killNode(0));
    const third = await startPortal({ BUS_URL: servers.url() });
    await expectRevocation(third, second);
    await expectStateIsShared(first, third, second);
    await servers.startNode(0);
    await expectRevocation(third, first);
  });
});

/** Expects that two processes without a bus share the state in the database, and do the work that it contains. */
async function expectStateIsShared(
  first: ClusterPortal,
  second: ClusterPortal,
  ...others: readonly ClusterPortal[]
): Promise<void> {
  const startedAt = await databaseTime();
  const { organization, owner, as } = await organizationWithAi(first.app);
  await approve(owner, "openai");
  const { client } = await as("viewer", ["ai:use"]);
  const elsewhere = second.clientOf(client);
  const session = await elsewhere.call(getMe);
  // A quota set at one process applies at the other one from the next call.
  await owner.call(changeQuota, { body: { limit: 1 } });
  const prompt = { prompt: "Guten Tag", provider: "openai", model: "demo-standard" };
  const call = await elsewhere.call(proxyPrompt, { body: prompt });
  // A mail queued by one process is sent by any of them.
  const user = await makeMember(testApp, organization.id, "viewer");
  const reset = await new TestClient(second.app).call(initiateReset, { body: { email: user.email } });
  // Ten failed sign-ins lock an account, five at each process.
  const signIn = async ({ app }: ClusterPortal, password: string) => {
    const body = { username: user.username, password, organizationId: organization.id };
    return (await new TestClient(app).call(login, { body })).status;
  };
  for (let n = 0; n < 5; n += 1) {
    await signIn(first, "falsches Kennwort");
    await signIn(second, "falsches Kennwort");
  }
  const lockedSignIns = [await signIn(first, user.password), await signIn(second, user.password)];
  expect([session.status, call.problem.code]).toEqual([200, "QUOTA_EXCEEDED"]);
  expect(lockedSignIns).not.toContain(200);
  expect(reset.status).toBe(202);
  const mailedTo = () => [first, second, ...others].flatMap((portal) => portal.mailedTo);
  await eventually(() => expect(mailedTo()).toContain(user.email));
  await eventually(async () => expect(await queryRows(testApp, "select topic from outbox")).toEqual([]));
  await eventually(async () => {
    const jobs = await queryRows(testApp, "select last_error from scheduled_job where last_run_at > $1", [
      startedAt,
    ]);
    expect(jobs.length).toBeGreaterThan(0);
    expect(jobs.filter(({ last_error: error }) => error !== null)).toEqual([]);
  });
}

async function databaseTime() {
  const [row] = await queryRows<{ now: Date }>(testApp, "select now() - interval '1 minute' as now");
  return row?.now;
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { openOrganizationWithWebhooks } from "../../../../test/webhooks/webhook-organization.ts";
import {
  reachesThisMachine,
  startReceiver,
  type WebhookReceiver,
} from "../../../../test/webhooks/webhook-receiver.ts";

let testApp: TestApp;
let hanging: WebhookReceiver;
let redirecting: WebhookReceiver;
let target: WebhookReceiver;
let stoppedProcess: ChildProcess;
const sockets: Socket[] = [];
beforeAll(async () => {
  testApp = await createTestApp(reachesThisMachine);
  hanging = await startReceiver();
  redirecting = await startReceiver();
  target = await startReceiver();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  stoppedProcess.kill("SIGKILL");
  await Promise.all([hanging.stop(), redirecting.stop(), target.stop()]);
  await testApp.stop();
});

/** Returns an address that accepts no connection, because its program is stopped and the system's queue is full. */
async function startStopped(): Promise<string> {
  const program = `require("net").createServer().listen(0, "127.0.0.1", 1, function () { console.log(this.address().port); })`;
  stoppedProcess = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = (await once(stoppedProcess.stdout ?? stoppedProcess, "data")) as [Buffer];
  stoppedProcess.kill("SIGSTOP");
  for (let count = 0; count < 8; count += 1) {
    sockets.push(connect(Number(port.toString()), "127.0.0.1").on("error", () => undefined));
  }
  return `http://127.0.0.1:${port.toString().trim()}/`;
}

it("R0-124 an attempt fails after 5 s without a connection, after 15 s in total, and with a redirect", async () => {
  const webhooks = await openOrganizationWithWebhooks(testApp);
  // The receiver keeps sending single bytes, so that only the limit of the whole attempt ends it.
  hanging.respondWith((_received, response) => {
    const timer = setInterval(() => response.write("."), 1_000);
    response.on("close", () => clearInterval(timer));
  });
  redirecting.respondWithStatus(307, { location: target.url });
  const ids: string[] = [];
  for (const url of [await startStopped(), hanging.url, redirecting.url])
    ids.push((await webhooks.add(url)).id);
  await webhooks.change();
  const attempts = await vi.waitFor(
    async () => {
      const pages = await Promise.all(ids.map((id) => webhooks.deliveries(id)));
      const last = pages.map(({ data }) => data[0]?.lastAttempt);
      expect(last).toSatisfy((lastAttempts: typeof last) =>
        lastAttempts.every((attempt) => attempt !== null && attempt !== undefined),
      );
      return last;
    },
    { timeout: 40_000, interval: 200 },
  );
  expect(attempts.map((attempt) => [attempt?.succeeded, attempt?.failure])).toEqual([
    [false, "timeout"],
    [false, "timeout"],
    [false, "redirect"],
  ]);
  const [connecting, total] = attempts.map((attempt) => attempt?.durationMs ?? 0);
  // The timer of a connection has a resolution of about a second.
  expect(connecting).toBeGreaterThan(4_500);
  expect(connecting).toBeLessThan(7_500);
  expect(total).toBeGreaterThan(14_900);
  expect(total).toBeLessThan(17_500);
  expect(target.received).toEqual([]);
}, 60_000);

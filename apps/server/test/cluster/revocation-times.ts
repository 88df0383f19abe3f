import { streamPrompt, switchAiOrganization } from "@praxisportal/contract/ai/ai.endpoints";
import { resetConnections } from "@praxisportal/contract/user-security/user-security.endpoints";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { approve, organizationWithAi } from "../ai/ai.ts";
import { makeMember } from "../factories.ts";
import { inTime } from "../in-time.ts";
import { openSocket } from "../portal-socket.ts";
import { TestClient } from "../test-client.ts";
import type { ClusterPortal } from "./portal-pair.ts";

/**
 * Times at which sessions and streams ended at one process, in ms after another process responded to the calls that
 * ended them.
 */
export type RevocationTimes = { http: number; socket: number; stream: number };

/**
 * Measures how long an open page and an AI answer at one process continue after another process has ended the sessions
 * of the page's user and stopped AI for the organization.
 *
 * @param disturb Called while both are running, before the sessions and AI are ended.
 */
export async function revocationTimes(
  usedPortal: ClusterPortal,
  revokingPortal: ClusterPortal,
  disturb: () => Promise<void> | void = () => undefined,
): Promise<RevocationTimes> {
  const { owner: administrator, organization, as } = await organizationWithAi(revokingPortal.app);
  await approve(administrator, "openai");
  const user = await makeMember(revokingPortal.app, organization.id, "viewer");
  const page = new TestClient(usedPortal.app, "browser");
  await page.signIn(user);
  const socket = await openSocket(usedPortal.app, page);
  const reader = usedPortal.clientOf((await as("viewer", ["ai:use"])).client);
  const { end } = await readStream(reader);
  await disturb();
  await read(page);

  const [ended, stopped] = await Promise.all([
    administrator.call(resetConnections, { params: { id: user.personId } }),
    administrator.call(switchAiOrganization, { body: { stopped: true, reason: "Probe" } }),
  ]);
  if (ended.status !== 200 || stopped.status !== 200)
    throw new Error("the sessions or AI could not be stopped");
  const answeredAt = performance.now();
  const since = () => performance.now() - answeredAt;
  const [http, socketMs, streamMs] = await Promise.all([
    refusal(page, since),
    socket.closed.then(since),
    inTime(end, "end of the stream").then(since),
  ]);
  return { http, socket: socketMs, stream: streamMs };
}

/** Uses a session, so that its process caches the rights of its user for a second, see `warmUpCache`. */
async function read(page: TestClient): Promise<void> {
  for (let n = 0; n < 4; n += 1) await page.call(getMe);
}

/** Uses the session until it is refused. Returns the time at which the first refused call was sent. */
async function refusal(page: TestClient, since: () => number): Promise<number> {
  for (;;) {
    const sentAt = since();
    if ((await page.call(getMe)).status === 401) return sentAt;
  }
}

/** Starts to read a long AI answer. Returns a promise that resolves when the answer ends. */
async function readStream(client: TestClient): Promise<{ end: Promise<string> }> {
  const response = await client.fetch(streamPrompt.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      prompt: "Lang. #lang 20000 #takt 20",
      provider: "openai",
      model: "demo-standard",
      maxTokens: 20_000,
    }),
  });
  if (response.status !== 200)
    throw new Error(`the AI call answered ${response.status}: ${await response.text()}`);
  return { end: response.text() };
}

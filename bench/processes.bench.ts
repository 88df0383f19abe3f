import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { insertMembership, insertPerson } from "../apps/server/src/directory/provision.queries.ts";
import { PasswordHasher } from "../apps/server/src/platform/crypto/password-hasher.ts";
import { Database } from "../apps/server/src/platform/db/database.ts";
import { PlatformDb } from "../apps/server/src/platform/db/platform-db.ts";
import { emails, password } from "../tools/soak/cluster/cluster-database.ts";
import { FailoverCluster } from "../tools/soak/cluster/failover-cluster.ts";
import type { PortalProcess } from "../tools/soak/portal-process.ts";
import type { Row } from "./support/row.ts";
import { scaled } from "./support/scale.ts";

const people = scaled(32, 2);
const seconds = scaled(5, 0.2);
const clients = 16;

/** Makes a call. Rejects if the response is not 2xx. */
type Call = (portal: PortalProcess, client: number) => Promise<void>;

/**
 * Measures calls per second of one, two and three processes on one database. Also measures changes that are
 * acknowledged only when a synchronous standby has received them. The processes, both PostgreSQL servers and the
 * clients share the cores, so more processes than spare cores are not faster.
 */
export async function measure(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "praxisportal bench "));
  const cluster = await FailoverCluster.start(join(folder, "cluster"));
  try {
    await addPeople(cluster);
    const { organizationId } = cluster.organization;
    const [first] = cluster.portals;
    if (first === undefined) throw new Error("There is no portal");
    const headers = { authorization: `Bearer ${await signIn(first, { email: emails.administrator })}` };
    const list: Call = ({ origin }) => send(`${origin}/api/v1/users?limit=20`, { headers });
    const logIn: Call = async (portal, client) => {
      await signIn(portal, { username: `last_${client % people}`, organizationId });
    };
    const create: Call = ({ origin }) =>
      send(`${origin}/api/v1/organizations/${organizationId}/departments`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", "idempotency-key": randomUUID() },
        body: JSON.stringify({ name: `Abteilung ${randomUUID()}` }),
      });
    const note = `${availableParallelism()} cores for everything`;
    const rows: Row[] = [];
    for (const [index] of cluster.portals.entries()) {
      const portals = cluster.portals.slice(0, index + 1);
      const by = `${portals.length} ${portals.length === 1 ? "process" : "processes"}`;
      rows.push({ subject: `lists, ${by}`, value: await rateOf(list, portals), unit: "/s", note });
      rows.push({ subject: `sign-ins, ${by}`, value: await rateOf(logIn, portals), unit: "/s", note });
    }
    const durable = await rateOf(create, cluster.portals);
    rows.push({ subject: "changes, durable at a synchronous standby", value: durable, unit: "/s", note });
    await cluster.servers.primary.query("alter system reset synchronous_standby_names");
    await cluster.servers.primary.query("select pg_reload_conf()");
    const alone = await rateOf(create, cluster.portals);
    rows.push({ subject: "changes, durable at the primary", value: alone, unit: "/s", note });
    return rows;
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns calls per second of clients that are spread over the processes. */
async function rateOf(call: Call, portals: readonly PortalProcess[]): Promise<number> {
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  let count = 0;
  const repeat = async (client: number) => {
    const portal = portals[client % portals.length];
    if (portal === undefined) return;
    do {
      await call(portal, client);
      count += 1;
    } while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: clients }, (_unused, client) => repeat(client)));
  return (count * 1_000) / (performance.now() - startedAt);
}

async function signIn({ origin }: PortalProcess, credentials: object): Promise<string> {
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...credentials, password }),
  });
  const { accessToken } = (await response.json()) as { accessToken?: string };
  if (accessToken === undefined) throw new Error(`the sign-in answered ${response.status}`);
  return accessToken;
}

async function send(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
}

async function addPeople({ platformUrl, organization }: FailoverCluster): Promise<void> {
  const database = new Database({ url: platformUrl, maxConnections: 2, applicationName: "bench" });
  const passwordHash = await new PasswordHasher().hash(password);
  await new PlatformDb(database).write(async (tx) => {
    for (let index = 0; index < people; index += 1) {
      const name = { firstName: "Last", lastName: `Probe-${index}`, passwordHash };
      const personId = await insertPerson(tx, name);
      await insertMembership(tx, organization.organizationId, {
        personId,
        username: `last_${index}`,
        role: "viewer",
      });
    }
  });
  await database.close();
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as provision from "../../apps/server/src/directory/provision.queries.ts";
import { PasswordHasher } from "../../apps/server/src/platform/crypto/password-hasher.ts";
import { Database } from "../../apps/server/src/platform/db/database.ts";
import { PlatformDb } from "../../apps/server/src/platform/db/platform-db.ts";
import { query } from "../../apps/server/src/platform/embedded-postgres/test-support.ts";
import { MailServer } from "../../apps/server/test/cluster/mail-server.ts";
import { reachesThisMachine } from "../../apps/server/test/webhooks/webhook-receiver.ts";
import { PortalProcess } from "./portal-process.ts";

const email = "inhaberin@example.org";
const password = "Probe-Kennwort-7";
const settings = { DEMO: "off", ...reachesThisMachine };

/** Sends one call to a portal with a JSON body; resolves with the status and the parsed response. */
export type Call = (
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
) => Promise<{ status: number; result: Record<string, unknown> }>;

/**
 * Two processes of the portal on one database with one organization. `api` takes the calls and runs the database;
 * `worker` shares the background work. Connections of the worker have the setting `test.process`.
 */
export class WebhookPortals {
  readonly api: PortalProcess;
  readonly worker: PortalProcess;
  readonly organizationId: string;
  readonly #mails: MailServer;

  private constructor(api: PortalProcess, worker: PortalProcess, mails: MailServer, organizationId: string) {
    this.api = api;
    this.worker = worker;
    this.#mails = mails;
    this.organizationId = organizationId;
  }

  static async start(folder: string): Promise<WebhookPortals> {
    const api = await PortalProcess.create(join(folder, "api"), settings);
    await api.start();
    const key = async (name: string): Promise<string> =>
      (await readFile(join(api.dataDir, "keys", name), "utf8")).trim();
    const { host, pathname } = new URL(api.databaseUrl);
    const url = async (role: string): Promise<string> =>
      `postgres://portal_${role}:${await key(`postgres-${role}`)}@${host}${pathname}`;
    const mails = await MailServer.start();
    const marked = `?options=${encodeURIComponent("-c test.process=worker")}`;
    const worker = await PortalProcess.create(join(folder, "worker"), {
      ...settings,
      SMTP_URL: mails.url,
      MASTER_KEY: await key("master-key"),
      DATABASE_URL: (await url("app")) + marked,
      DATABASE_PLATFORM_URL: (await url("platform")) + marked,
    });
    const organizationId = await createOrganization(await url("platform"));
    await worker.start();
    return new WebhookPortals(api, worker, mails, organizationId);
  }

  /** Signs in at a process and returns the function that makes calls there. */
  async signIn({ origin }: PortalProcess): Promise<Call> {
    const { status, result } = await callsTo(origin, {})("POST", "/api/v1/auth/login", { email, password });
    if (status !== 200) throw new Error(`the sign-in returned ${status}: ${JSON.stringify(result)}`);
    return callsTo(origin, { authorization: `Bearer ${String(result["accessToken"])}` });
  }

  /** Runs one statement as the superuser. */
  sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return query<Row>(this.api.databaseUrl, text, values);
  }

  async stop(): Promise<void> {
    await this.worker.stop();
    await this.api.stop();
    await this.#mails.stop();
  }
}

function callsTo(origin: string, headers: Readonly<Record<string, string>>): Call {
  return async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    return { status: response.status, result: (await response.json()) as Record<string, unknown> };
  };
}

/** Creates an organization with an administrator. Returns its id. */
async function createOrganization(url: string): Promise<string> {
  const database = new Database({ url, maxConnections: 4, applicationName: "soak" });
  try {
    const passwordHash = await new PasswordHasher().hash(password);
    return await new PlatformDb(database).write(async (tx) => {
      const { id } = await provision.insertOrganization(tx, {
        name: "Praxis Zustellung",
        country: "DE",
        status: "active",
        twoFactorPolicy: "optional",
      });
      const person = { firstName: "Mia", lastName: "Muster-Probe", email, passwordHash };
      const personId = await provision.insertPerson(tx, person);
      await provision.insertMembership(tx, id, { personId, username: "inhaberin", role: "org_admin" });
      return id;
    });
  } finally {
    await database.close();
  }
}

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import * as provision from "../../../apps/server/src/directory/provision.queries.ts";
import { PasswordHasher } from "../../../apps/server/src/platform/crypto/password-hasher.ts";
import { prepareEmbeddedRoles } from "../../../apps/server/src/platform/db/connect.ts";
import { Database } from "../../../apps/server/src/platform/db/database.ts";
import { migrate } from "../../../apps/server/src/platform/db/migrate.ts";
import { PlatformDb } from "../../../apps/server/src/platform/db/platform-db.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";

export const password = "Probe-Kennwort-7";
export const emails = { administrator: "inhaberin@example.org", user: "mitarbeiterin@example.org" } as const;

/** A PostgreSQL of its own, with one practice that has an administrator and a user. */
export class ClusterDatabase {
  readonly app: string;
  readonly platform: string;
  readonly masterKey = randomBytes(32).toString("base64");
  readonly userId: string;
  readonly #server: EmbeddedPostgres;

  private constructor(server: EmbeddedPostgres, urls: { app: string; platform: string }, userId: string) {
    this.#server = server;
    this.app = urls.app;
    this.platform = urls.platform;
    this.userId = userId;
  }

  static async start(folder: string): Promise<ClusterDatabase> {
    const dataDir = join(folder, "database");
    const server = await startEmbeddedPostgres({ dataDir });
    const urls = await prepareEmbeddedRoles(server.superuserUrl, dataDir);
    await migrate(urls.owner);
    return new ClusterDatabase(server, urls, await createPractice(urls.platform));
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}

/** Returns the id of the user. */
async function createPractice(url: string): Promise<string> {
  const database = new Database({ url, maxConnections: 4, applicationName: "soak" });
  try {
    const passwordHash = await new PasswordHasher().hash(password);
    return await new PlatformDb(database).write(async (tx) => {
      const { id } = await provision.insertOrganization(tx, {
        name: "Praxis Verbund",
        country: "DE",
        status: "active",
        twoFactorPolicy: "optional",
      });
      const add = async (email: string, role: "org_admin" | "viewer") => {
        const person = { firstName: "Mia", lastName: "Muster-Probe", email, passwordHash };
        const personId = await provision.insertPerson(tx, person);
        await provision.insertMembership(tx, id, { personId, username: email.split("@")[0] ?? "", role });
        return personId;
      };
      await add(emails.administrator, "org_admin");
      return add(emails.user, "viewer");
    });
  } finally {
    await database.close();
  }
}

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
import { MailServer } from "../../../apps/server/test/cluster/mail-server.ts";

export const password = "Probe-Kennwort-7";
export const emails = {
  administrator: "inhaberin@example.org",
  user: "mitarbeiterin@example.org",
  operator: "betrieb@example.org",
} as const;

/** A separate PostgreSQL with one organization, which has an administrator and a user, and a mail server. */
export class ClusterDatabase {
  readonly owner: string;
  readonly app: string;
  readonly platform: string;
  readonly #masterKey = randomBytes(32).toString("base64");
  readonly #server: EmbeddedPostgres;
  readonly #mails: MailServer;
  #organization: Organization | undefined;

  private constructor(
    server: EmbeddedPostgres,
    mails: MailServer,
    urls: { owner: string; app: string; platform: string },
  ) {
    this.#server = server;
    this.#mails = mails;
    this.owner = urls.owner;
    this.app = urls.app;
    this.platform = urls.platform;
  }

  static async start(folder: string): Promise<ClusterDatabase> {
    const database = await ClusterDatabase.startEmpty(folder);
    await migrate(database.owner);
    await database.createOrganization();
    return database;
  }

  /**
   * Starts a database without tables. After a portal has created them, {@link createOrganization} fills the database.
   */
  static async startEmpty(folder: string): Promise<ClusterDatabase> {
    const dataDir = join(folder, "database");
    const server = await startEmbeddedPostgres({ dataDir });
    const urls = await prepareEmbeddedRoles(server.superuserUrl, dataDir);
    return new ClusterDatabase(server, await MailServer.start(), urls);
  }

  async createOrganization(): Promise<void> {
    this.#organization = await createOrganization(this.platform);
  }

  get organization(): Organization {
    if (this.#organization === undefined) throw new Error("the organization has not been created yet");
    return this.#organization;
  }

  /** Settings of each portal on this database. */
  get settings() {
    return {
      DEMO: "off",
      MASTER_KEY: this.#masterKey,
      DATABASE_URL: this.app,
      DATABASE_PLATFORM_URL: this.platform,
      SMTP_URL: this.#mails.url,
    };
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await this.#mails.stop();
  }
}

export type Organization = { organizationId: string; userId: string };

/** Creates an organization with an administrator and a user, and a platform account, by the platform role. */
export async function createOrganization(url: string): Promise<Organization> {
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
        const permissions = role === "org_admin" ? ["ai:use", "ai:read", "ai:manage", "billing:write"] : [];
        const member = { personId, username: email.split("@")[0] ?? "", role, permissions };
        await provision.insertMembership(tx, id, member);
        return personId;
      };
      await provision.insertPerson(tx, {
        firstName: "Ben",
        lastName: "Betrieb-Probe",
        email: emails.operator,
        passwordHash,
        platformRole: "super_admin",
        platformUsername: "betrieb",
      });
      await add(emails.administrator, "org_admin");
      return { organizationId: id, userId: await add(emails.user, "viewer") };
    });
  } finally {
    await database.close();
  }
}

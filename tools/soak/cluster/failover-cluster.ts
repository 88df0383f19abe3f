import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../../../apps/server/src/platform/db/migrate.ts";
import { createRoles } from "../../../apps/server/src/platform/db/roles.ts";
import { MailServer } from "../../../apps/server/test/cluster/mail-server.ts";
import { missingProgram } from "../../../apps/server/test/cluster/programs.ts";
import { PostgresNode } from "../../../apps/server/test/failover/postgres-node.ts";
import { TcpProxy } from "../../../apps/server/test/tcp-proxy.ts";
import { PortalProcess } from "../portal-process.ts";
import { HttpSwitch } from "../rolling/http-switch.ts";
import { createOrganization, type Organization } from "./cluster-database.ts";
import { Haproxy } from "./haproxy.ts";

const portalCount = 3;

/** The PostgreSQL servers and the replication between them. */
type Servers = { primary: PostgresNode; standby: PostgresNode; replication: TcpProxy };

/** Three portals behind a proxy, on a primary with a synchronous standby, with a mail server. */
export class FailoverCluster {
  readonly servers: Servers;
  readonly portals: readonly PortalProcess[];
  readonly organization: Organization;
  /** URL of the platform role. */
  readonly platformUrl: string;
  /** Proxy for all traffic to the mail server. */
  readonly mailProxy: TcpProxy;
  /** Address for the users: HAProxy or, if it is not installed, a switch that forwards to one portal. */
  readonly front: Haproxy | HttpSwitch;
  readonly #mails: MailServer;

  private constructor(
    servers: Servers,
    {
      portals,
      organization,
      platformUrl,
      front,
    }: Pick<FailoverCluster, "portals" | "organization" | "platformUrl" | "front">,
    mails: { server: MailServer; proxy: TcpProxy },
  ) {
    this.servers = servers;
    this.portals = portals;
    this.organization = organization;
    this.platformUrl = platformUrl;
    this.front = front;
    this.mailProxy = mails.proxy;
    this.#mails = mails.server;
  }

  /** @param overrides settings of the portals that override the defaults */
  static async start(
    folder: string,
    overrides: Readonly<Record<string, string>> = {},
  ): Promise<FailoverCluster> {
    await mkdir(folder);
    const primary = await PostgresNode.createPrimary(join(folder, "primary"));
    const roles = { owner: "owner-test", app: "app-test", platform: "platform-test" };
    const admin = new pg.Client({ connectionString: primary.url });
    await admin.connect();
    await createRoles(admin, "portal", roles);
    await admin.end();
    await migrate(`postgres://portal_owner:owner-test@${primary.host}/portal`);
    const replication = await TcpProxy.open(primary.port);
    const standby = await primary.createStandby(join(folder, "standby"), { port: replication.port });
    await primary.waitFor(standby);
    const platformUrl = `postgres://portal_platform:platform-test@${primary.host}/portal`;
    const organization = await createOrganization(platformUrl);
    const server = await MailServer.start();
    const proxy = await TcpProxy.open(Number(new URL(server.url).port));
    const url = (role: keyof typeof roles) =>
      `postgres://portal_${role}:${roles[role]}@${primary.host},${standby.host}/portal`;
    const settings = {
      DEMO: "off",
      MASTER_KEY: randomBytes(32).toString("base64"),
      DATABASE_URL: url("app"),
      DATABASE_PLATFORM_URL: url("platform"),
      OWN_CHANGES_PER_HOUR: "10000000",
      SMTP_URL: `smtp://127.0.0.1:${proxy.port}`,
      ...overrides,
    };
    const portals: PortalProcess[] = [];
    for (let index = 0; index < portalCount; index += 1) {
      const portal = await PortalProcess.create(join(folder, `portal ${index + 1}`), settings);
      await portal.start();
      portals.push(portal);
    }
    const [first] = portals;
    const front =
      missingProgram("haproxy") === undefined
        ? await Haproxy.start(folder, portals)
        : await HttpSwitch.open(first?.origin ?? "");
    return new FailoverCluster(
      { primary, standby, replication },
      { portals, organization, platformUrl, front },
      { server, proxy },
    );
  }

  /** Runs one statement as the superuser of the primary. */
  sql<Row extends object>(text: string): Promise<Row[]> {
    const { primary } = this.servers;
    return primary.query<Row>(text, "portal");
  }

  async stop(): Promise<void> {
    if (this.front instanceof Haproxy) await this.front.stop();
    else this.front.close();
    for (const portal of this.portals) await portal.stop();
    this.servers.replication.close();
    await this.servers.primary.kill();
    await this.servers.standby.kill();
    this.mailProxy.close();
    await this.#mails.stop();
  }
}

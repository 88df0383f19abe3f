import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type DemoAiUpstream,
  startDemoAiUpstream,
} from "../../apps/demo-ai-upstream/src/demo-ai-upstream.ts";
import { MailServer } from "../../apps/server/test/cluster/mail-server.ts";
import { PortalProcess } from "../../tools/soak/portal-process.ts";
import { portalOrigins, startTestPortal, type TestPortal } from "./portal.ts";

/** Two processes of the portal on one database. */
export interface PortalCluster {
  /** Portal in the process of the test, with an AI provider. */
  readonly first: TestPortal;
  /** Origin of the second portal, which is a process of its own. */
  readonly secondUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts two portals without the demonstration, which works with one process only. Platform accounts need no
 * second factor.
 */
export async function startPortalCluster(): Promise<PortalCluster> {
  const settings = { DEMO: "off", FEATURE_TWO_FACTOR: "off", AI_ALLOW_LOOPBACK: "on" };
  const upstream: DemoAiUpstream = await startDemoAiUpstream({ key: "demo-schluessel-0001" });
  const first = await startTestPortal(settings);
  await first.app.demoAi.register(upstream);
  const mails = await MailServer.start();
  const masterKey = await readFile(join(first.dataDir, "keys", "master-key"), "utf8");
  const second = await PortalProcess.create(join(first.dataDir, "second"), {
    ...settings,
    MASTER_KEY: masterKey.trim(),
    DATABASE_URL: first.urls.app,
    DATABASE_PLATFORM_URL: first.urls.platform,
    SMTP_URL: mails.url,
  });
  await second.start();
  portalOrigins.add(second.origin);
  return {
    first,
    secondUrl: second.origin,
    async stop() {
      await second.stop();
      await first.stop();
      await mails.stop();
      await upstream.stop();
    },
  };
}

import { expect, type Page } from "@playwright/test";
import {
  type LegacyPracticeServer,
  startLegacyPracticeServer,
} from "../../apps/legacy-practice-server/src/legacy-practice-server.ts";
import { type FaultyProxy, startFaultyProxy } from "./faulty-proxy.ts";
import type { Organization } from "./people.ts";
import { PeopleFactory } from "./people.ts";
import { startTestPortal, type TestPortal } from "./portal.ts";
import { test as base } from "./test.ts";

const practiceCode = "ALTPRAXIS-2026";

/** An account of the legacy practice server. */
export const account = { username: "empfang", password: "Muster-Empfang-3000" };

export interface LegacyPractice {
  readonly server: LegacyPracticeServer;
  /** Proxy in front of the portal; the browser uses its address. */
  readonly proxy: FaultyProxy;
  /** The practice that the legacy server belongs to. */
  readonly organization: Organization;
}

interface LegacyFixtures {
  legacy: LegacyPractice;
  /** Combines practice and portal in one fixture, because the legacy server starts before the portal. */
  portalWithLegacy: LegacyPractice & { portal: TestPortal };
}

/** A portal behind a proxy, with a legacy practice server. One per worker. */
export const test = base.extend<{ restored: void }, LegacyFixtures>({
  portalWithLegacy: [
    async ({}, use) => {
      const server = await startLegacyPracticeServer({ praxisId: practiceCode });
      const proxy = await startFaultyProxy();
      const portal = await startTestPortal({
        PUBLIC_URL: proxy.url,
        TRUST_PROXY: "1",
        LEGACY_URL: server.url,
        LEGACY_PRACTICE_CODE: practiceCode,
        LEGACY_FALLBACK_NETWORKS: "127.0.0.0/8,::1/128",
      });
      proxy.connect(portal.url);
      const organization = await new PeopleFactory(portal).createOrganization({ practiceCode });
      await use({ server, proxy, organization, portal: { ...portal, url: proxy.url } });
      await proxy.stop();
      await portal.stop();
      await server.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  legacy: [async ({ portalWithLegacy }, use) => use(portalWithLegacy), { scope: "worker" }],
  portal: [async ({ portalWithLegacy }, use) => use(portalWithLegacy.portal), { scope: "worker" }],
  restored: [
    async ({ legacy }, use) => {
      await use();
      legacy.server.setSwitches({});
      legacy.proxy.setFault(/^$/, undefined);
    },
    { auto: true },
  ],
});

/** Signs in to the legacy practice server with the form of its pages. */
export async function signInToLegacy(page: Page): Promise<void> {
  await page.getByLabel("Benutzername am Praxisserver").fill(account.username);
  await page.getByLabel("Passwort am Praxisserver", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Am Praxisserver anmelden" }).click();
  await expect(page.getByLabel("Benutzername am Praxisserver")).toHaveCount(0);
}

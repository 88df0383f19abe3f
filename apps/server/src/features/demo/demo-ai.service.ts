import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import { seal, type SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { keySealContext } from "../ai/providers/provider-key.ts";
import { demoLimits, demoProvider } from "./demo-ai.ts";
import * as queries from "./demo-ai.platform-queries.ts";
import { seasonDays } from "./season/season-calendar.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  sealingKeys: SealingKeys;
  ai: { keySealContext: typeof keySealContext };
};

/** Address of the program that simulates a provider, and the key it expects. */
export type DemoUpstream = { url: string; key: string };

const dayMs = 86_400_000;
const lastFourLength = 4;

/** The demo provider: a program next to the portal that uses a provider's protocol without being one. */
export class DemoAiService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Stores the provider's address, whose port differs at every start. The first time it also adds models, prices and
   * paperwork, and approvals by the demo organizations.
   */
  async register({ url, key }: DemoUpstream): Promise<void> {
    const { platformDb, clock, sealingKeys, ai } = this.#dependencies;
    const apiKey = seal(sealingKeys, ai.keySealContext(demoProvider.key), key);
    const now = clock.now();
    await platformDb.write(async (tx, db) => {
      const address = { baseUrl: url, apiKey, last4: key.slice(-lastFourLength) };
      const { id, isNew } = await queries.saveProvider(db, address);
      tx.record({
        organizationId: platformChainId,
        action: "ai.provider_updated",
        actor: { type: "system", id: null },
        target: { type: "provider", id, display: demoProvider.name },
        changes: { baseUrl: [null, url], apiKey: ["•", "•"] },
        ids: { provider: demoProvider.key },
        origin: "job",
      });
      if (isNew) await this.#createProvider(db, now);
    });
  }

  /** Records that organizations approve the demo provider. */
  async approve(organizationIds: readonly string[]): Promise<void> {
    await this.#dependencies.platformDb.write(async (tx, db) => {
      await queries.approve(db, organizationIds);
      for (const organizationId of organizationIds)
        tx.record({ event: "ai.provider_approved", organizationId });
    });
  }

  async #createProvider(db: Parameters<typeof queries.insertModels>[0], now: Date): Promise<void> {
    // Before the first invented call.
    await queries.insertModels(db, new Date(now.getTime() - (seasonDays + 2) * dayMs));
    const organizations = await queries.listOrganizations(db);
    await queries.approve(db, organizations);
    const [firstOrganization] = organizations;
    if (firstOrganization !== undefined) await queries.setLimits(db, firstOrganization, demoLimits);
  }
}

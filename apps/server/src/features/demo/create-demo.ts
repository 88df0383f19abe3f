import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Ai } from "../ai/create-ai.ts";
import type { Invoices } from "../invoices/create-invoices.ts";
import type { Inject } from "./demo-activity.ts";
import { DemoAiService } from "./demo-ai.service.ts";
import { demoAccounts, demoPassword } from "./demo-people.ts";
import { hasDemo } from "./demo.platform-queries.ts";
import { DemoService } from "./demo.service.ts";
import { DemoInvoiceService } from "./invoices/demo-invoices.service.ts";
import { SeasonService } from "./season/season.service.ts";
import { seasonJob } from "./season/season.worker.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  hasher: PasswordHasher;
  sealingKeys: SealingKeys;
  ai: Pick<Ai, "pricing">;
  invoices: Pick<Invoices, "issuePast">;
  /** Whether to create an invented history. */
  hasHistory: boolean;
  /** Sends requests to the server in-process. */
  inject: Inject;
};

/** Creates the demonstration: its organizations and people, and its AI provider. It adds no calls. */
export function createDemo({ ai, invoices, hasHistory, ...dependencies }: Dependencies) {
  const demoInvoices = new DemoInvoiceService({ ...dependencies, invoices });
  const season = new SeasonService({ ...dependencies, ai: ai.pricing });
  return {
    demo: new DemoService(dependencies),
    demoAi: new DemoAiService({
      ...dependencies,
      ai: ai.pricing,
    }),
    demoSeason: season,
    /** The job that creates the history. */
    demoJobs: hasHistory ? [seasonJob(season, demoInvoices)] : [],
    demoInvoices,
    demoAccounts,
    demoPassword,
    /** Returns whether the database contains a demonstration. */
    isDemo: () => hasDemo(dependencies.platformDb),
  };
}

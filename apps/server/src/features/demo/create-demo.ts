import type { Clock } from "../../platform/clock/clock.ts";
import type { PasswordHasher } from "../../platform/crypto/password-hasher.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Ai } from "../ai/create-ai.ts";
import type { Inject } from "./demo-activity.ts";
import { DemoAiService } from "./demo-ai.service.ts";
import { demoAccounts, demoPassword } from "./demo-people.ts";
import { hasDemo } from "./demo.platform-queries.ts";
import { DemoService } from "./demo.service.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  hasher: PasswordHasher;
  sealingKey: Buffer;
  ai: Pick<Ai, "pricing">;
  /** Sends requests to the server in-process. */
  inject: Inject;
};

/** Creates the demonstration: its organizations and people, and its AI provider. It adds no calls. */
export function createDemo({ ai, ...dependencies }: Dependencies) {
  return {
    demo: new DemoService(dependencies),
    demoAi: new DemoAiService({
      ...dependencies,
      ai: ai.pricing,
    }),
    demoAccounts,
    demoPassword,
    /** Returns whether the database contains a demonstration. */
    isDemo: () => hasDemo(dependencies.platformDb),
  };
}

import { demoProvider } from "../../apps/server/src/features/demo/demo-ai.ts";
import type { Practice } from "./people.ts";
import type { TestPortal } from "./portal.ts";

/** Provider and models of the tests: the portal of every worker runs the demonstration of one beside it. */
export const testAi = {
  provider: demoProvider.key,
  name: demoProvider.name,
  chat: "demo-standard",
  audio: "demo-diktat",
} as const;

/**
 * Lets a practice use the AI: its approval of the provider satisfies the strictest policy. Whoever uses it needs
 * `permissions: ["ai:use"]` besides. Prompts hold commands for the provider, see apps/demo-ai-upstream/README.md.
 */
export async function readyAi(portal: TestPortal, practice: Pick<Practice, "id">): Promise<void> {
  await portal.app.demoAi.approve([practice.id]);
}

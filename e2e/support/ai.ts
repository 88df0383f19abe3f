import { keyPlace } from "../../apps/server/src/features/ai/provider-key.ts";
import { demoProvider } from "../../apps/server/src/features/demo/demo-ai.ts";
import { deriveKeys, open } from "../../apps/server/src/platform/crypto/sealed-secrets.ts";
import { loadMasterKey } from "../../apps/server/src/platform/config/keys.ts";
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

/** Where that provider listens, and the key that it wants to see: for another provider that is set up to it. */
export async function upstreamAccess({ app, dataDir }: TestPortal): Promise<{ url: string; key: string }> {
  const rows = await app.identityDb.read((query) =>
    query.selectFrom("ai_provider").select(["base_url", "api_key"]).where("key", "=", demoProvider.key),
  );
  const row = rows.find(({ base_url }) => base_url !== null);
  if (!row?.base_url || !row.api_key) throw new Error("the demonstration runs no provider");
  const { sealing } = deriveKeys(await loadMasterKey(undefined, dataDir));
  return { url: row.base_url, key: open(sealing, keyPlace(demoProvider.key), row.api_key) };
}

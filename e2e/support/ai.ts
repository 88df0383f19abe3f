import { keySealContext } from "../../apps/server/src/features/ai/providers/provider-key.ts";
import { demoProvider } from "../../apps/server/src/features/demo/demo-ai.ts";
import { deriveKeys, open } from "../../apps/server/src/platform/crypto/sealed-secrets.ts";
import { loadMasterKey } from "../../apps/server/src/platform/config/keys.ts";
import type { Organization } from "./people.ts";
import type { TestPortal } from "./portal.ts";

/** Provider and models of the tests: each worker's portal runs a demo provider. */
export const testAi = {
  provider: demoProvider.key,
  name: demoProvider.name,
  chat: "demo-standard",
  audio: "demo-diktat",
} as const;

/**
 * Lets an organization use the AI: approves the provider under the strictest policy. Users also need `permissions:
 * ["ai:use"]`. Prompts contain commands for the provider, see apps/demo-ai-upstream/README.md.
 */
export async function approveAiProvider(
  portal: TestPortal,
  organization: Pick<Organization, "id">,
): Promise<void> {
  await portal.app.demoAi.approve([organization.id]);
}

/** Returns the URL and API key of the demo provider, to configure another provider with them. */
export async function upstreamAccess({ app, dataDir }: TestPortal): Promise<{ url: string; key: string }> {
  const rows = await app.identityDb.read((query) =>
    query.selectFrom("ai_provider").select(["base_url", "api_key"]).where("key", "=", demoProvider.key),
  );
  const row = rows.find(({ base_url }) => base_url !== null);
  if (!row?.base_url || !row.api_key) throw new Error("the demonstration runs no provider");
  const { sealing } = deriveKeys(await loadMasterKey(undefined, dataDir));
  return { url: row.base_url, key: open(sealing, keySealContext(demoProvider.key), row.api_key) };
}

import { legacySignIn } from "@praxisportal/contract/legacy/legacy.endpoints";
import { onTestFinished } from "vitest";
import { makeMember } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";
import {
  legacyLoginBody,
  legacySettings,
  makeLegacyOrganization,
  startLegacyServer,
} from "./legacy-practice.ts";

/**
 * Returns a successful example of each audited call of classic mode.
 *
 * @param onPortal Starts a portal with the given settings for the remaining steps of the test.
 */
export function legacyExamples(onPortal: (env: Record<string, string>) => Promise<TestApp>) {
  return {
    "legacy.signIn": async () => {
      const server = await startLegacyServer();
      onTestFinished(() => server.stop());
      const testApp = await onPortal(legacySettings(server.url));
      const { id } = await makeLegacyOrganization(testApp);
      const client = new TestClient(testApp);
      await client.signIn(await makeMember(testApp, id, "viewer"));
      return { client, body: legacyLoginBody() };
    },
    "legacy.signOut": async () => {
      const server = await startLegacyServer();
      onTestFinished(() => server.stop());
      const testApp = await onPortal(legacySettings(server.url));
      const { id } = await makeLegacyOrganization(testApp);
      const client = new TestClient(testApp);
      await client.signIn(await makeMember(testApp, id, "viewer"));
      await client.call(legacySignIn, { body: legacyLoginBody() });
      return { client };
    },
  };
}

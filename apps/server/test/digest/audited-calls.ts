import { deriveKeys } from "../../src/platform/crypto/sealed-secrets.ts";
import { unsubscribeToken } from "../../src/features/notifications/digest/unsubscribe-token.ts";
import type { TestApp } from "../test-app.ts";
import { makeMember, makeOrganization } from "../factories.ts";
import { TestClient } from "../test-client.ts";

/** Keys of the links that end the weekly digest, as a test app derives them. */
export const unsubscribeKeys = deriveKeys(Buffer.alloc(32, 7)).unsubscribe;

/** Returns a successful example of each audited call about the weekly digest. */
export function digestExamples(portal: () => TestApp) {
  return {
    "notifications.unsubscribe": async () => {
      const { id } = await makeOrganization(portal());
      const { personId } = await makeMember(portal(), id, "org_admin");
      const token = unsubscribeToken(unsubscribeKeys, { personId, organizationId: id });
      return {
        client: new TestClient(portal()),
        query: { token },
        body: { "List-Unsubscribe": "One-Click" },
      };
    },
  };
}

import { legacySignIn } from "@praxisportal/contract/legacy/legacy.endpoints";
import {
  type LegacyPracticeServer,
  startLegacyPracticeServer,
} from "../../../legacy-practice-server/src/legacy-practice-server.ts";
import pg from "pg";
import { vi } from "vitest";
import { makeMember, makeOrganization } from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";

const practiceCode = "ALTPRAXIS-2026";

/** Account of the legacy practice server. */
const legacyAccount = { username: "empfang", password: "Muster-Empfang-3000" };

/** Returns the settings of a portal that reads from a legacy practice server. */
export const legacySettings = (url: string) => ({ LEGACY_URL: url, LEGACY_PRACTICE_CODE: practiceCode });

/** Starts the legacy practice server. */
export const startLegacyServer = (patients?: number): Promise<LegacyPracticeServer> =>
  startLegacyPracticeServer({ praxisId: practiceCode, ...(patients !== undefined && { patients }) });

/** Creates the practice of the legacy server. This is possible only once per database. */
export const makeLegacyOrganization = (testApp: TestApp) => makeOrganization(testApp, { practiceCode });

/** Returns a valid body of a sign-in to the legacy server. */
export const legacyLoginBody = (overrides: object = {}) => ({
  ...legacyAccount,
  praxisId: practiceCode,
  connectionInfo: {
    userAgent: "Mozilla/5.0 (Beispiel)",
    platform: "Linux x86_64",
    language: "de-DE",
    screenResolution: "1920x1080",
    timezone: "Europe/Berlin",
    timestamp: "2026-03-02T08:30:00.000Z",
  },
  ...overrides,
});

/** Portal, its practice with a legacy server, and clients of its members. */
export type LegacyPortal = {
  testApp: TestApp;
  organization: Awaited<ReturnType<typeof makeOrganization>>;
  /** Signs in a member only to the portal. */
  signedIn: (client?: TestClient) => Promise<TestClient>;
  /** Signs in a member to the portal and to the legacy server. */
  reading: (client?: TestClient) => Promise<TestClient>;
};

export async function startLegacyPortal(
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<LegacyPortal> {
  const testApp = await createTestApp({ ...legacySettings(url), ...env });
  const organization = await makeLegacyOrganization(testApp);
  const signedIn = async (client = new TestClient(testApp)) => {
    await client.signIn(await makeMember(testApp, organization.id, "viewer"));
    return client;
  };
  return {
    testApp,
    organization,
    signedIn,
    reading: async (client?: TestClient) => {
      const reader = await signedIn(client);
      const { status } = await reader.call(legacySignIn, { body: legacyLoginBody() });
      if (status !== 200) throw new Error(`the legacy server answered ${status}`);
      return reader;
    },
  };
}

/** Signs in with the fallback login, which uses an account of the legacy server and no session of the portal. */
export async function fallbackSession(
  testApp: TestApp,
  client = new TestClient(testApp),
  overrides: object = {},
) {
  const response = await client.call(legacySignIn, { body: legacyLoginBody(overrides) });
  if (!("token" in response.result)) throw new Error("this is a session of the portal");
  client.accessToken = response.result.token;
  return { client, session: response.result };
}

/** Makes every statement fail as if the database were unreachable. Returns a function that ends this. */
export function cutDatabase(): () => void {
  const refuse = (): never =>
    Promise.reject(Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })) as never;
  const connect = vi.spyOn(pg.Pool.prototype, "connect").mockImplementation(refuse);
  const query = vi.spyOn(pg.Pool.prototype, "query").mockImplementation(refuse);
  return () => {
    connect.mockRestore();
    query.mockRestore();
  };
}

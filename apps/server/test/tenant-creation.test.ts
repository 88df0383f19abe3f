import { randomUUID } from "node:crypto";
import type { Endpoint } from "@praxisportal/contract/endpoint";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { knownPermissions } from "@praxisportal/contract/permissions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "../src/platform/http/openapi/openapi.ts";
import { withoutReferences } from "../src/platform/http/openapi/openapi-sharing.ts";
import { keyOf } from "./access-table.ts";
import { makeApplication } from "./application.ts";
import { makeMember, makeOrganization, makePlatformAccount, queryRows } from "./factories.ts";
import { createTestApp, type TestApp } from "./test-app.ts";
import { TestClient } from "./test-client.ts";

const document = withoutReferences(openApiDocument(allEndpoints, "1"));
/** Calls that could create an organization, without file uploads. */
const writingCalls = allEndpoints.filter(
  ({ method, upload }) => ["POST", "PUT", "PATCH"].includes(method) && upload === undefined,
);

let testApp: TestApp;
let organizationId: string;
let colleagueId: string;
let setupToken: string;
beforeAll(async () => {
  testApp = await createTestApp();
  const link = await testApp.app.setup.makeLink(testApp.config.publicUrl);
  setupToken = link?.split("/").at(-1) ?? "";
  organizationId = (await makeOrganization(testApp)).id;
  colleagueId = (await makeMember(testApp, organizationId, "viewer")).personId;
  await makePlatformAccount(testApp, "super_admin");
});
afterAll(() => testApp.stop());

/**
 * Returns the bodies to try, which are the example of the documentation and only its required fields, because an
 * optional field may itself be refused. Calls of the setup get the only existing link.
 */
function bodiesOf({ method, path }: Endpoint): object[] {
  const content = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"];
  const [first] = Object.values(content?.examples ?? {});
  const documented = content?.example ?? (first !== undefined && "value" in first ? first.value : {});
  const example = {
    ...(documented as object),
    ...(path.startsWith("/api/v1/setup") ? { token: setupToken } : {}),
  };
  const { required = [] } = (content?.schema ?? {}) as { required?: string[] };
  return [example, Object.fromEntries(Object.entries(example).filter(([name]) => required.includes(name)))];
}

async function send(endpoint: Endpoint, client: TestClient): Promise<void> {
  const path = endpoint.path
    .replace(/\/(organizations?)\/\{id\}/, `/$1/${organizationId}`)
    .replaceAll(/\{(?:id|userId)\}/g, colleagueId)
    .replaceAll("{p}", "mistral")
    .replaceAll(/\{\w+\}/g, () => randomUUID());
  for (const body of bodiesOf(endpoint)) {
    const response = await client.fetch(path, {
      method: endpoint.method,
      headers: { "content-type": "application/json", "x-organization-id": organizationId },
      body: JSON.stringify(body),
    });
    await response.text();
  }
}

async function signedIn(person: { email: string | null } | { username: string }): Promise<TestClient> {
  const client = new TestClient(testApp);
  await client.signIn(person);
  return client;
}

const countOrganizations = async () =>
  (await queryRows<{ count: number }>(testApp, "select count(*)::int as count from organization"))[0]?.count;

/**
 * Returns the calls by which a caller created an organization. Public calls are the same for every caller, so only the
 * anonymous caller makes them. A caller who was signed out by a call is replaced.
 */
async function creatingCalls(make: () => Promise<TestClient>): Promise<string[]> {
  const creating: string[] = [];
  let client = await make();
  const { status: initialStatus } = await client.fetch("/api/v1/users/me");
  const isAnonymous = initialStatus === 401;
  for (const endpoint of writingCalls.filter(({ access }) => (access.who === "public") === isAnonymous)) {
    const before = await countOrganizations();
    await send(endpoint, client);
    if ((await countOrganizations()) !== before) creating.push(keyOf(endpoint));
    if ((await client.fetch("/api/v1/users/me")).status !== initialStatus) client = await make();
  }
  return creating;
}

const permissions = [...knownPermissions];
const callers: Record<string, () => Promise<TestClient>> = {
  "an anonymous caller": async () => new TestClient(testApp),
  "an org_admin with every permission": async () =>
    signedIn(await makeMember(testApp, organizationId, "org_admin", { permissions })),
  "a platform admin": async () => signedIn(await makePlatformAccount(testApp, "admin")),
  "an application": async () => {
    const client = new TestClient(testApp);
    const owner = await makeMember(testApp, organizationId, "org_admin", { permissions });
    client.accessToken = (await makeApplication(testApp, owner)).pair.accessToken;
    return client;
  },
};

describe("creating a tenant", () => {
  it.each(Object.entries(callers))(
    "R6-41 no call creates one for %s",
    { timeout: 60_000 },
    async (_, make) => {
      expect(writingCalls.length).toBeGreaterThan(50);
      expect(await creatingCalls(make)).toEqual([]);
    },
  );

  it("R6-41 is possible for a super_admin by the same calls", { timeout: 60_000 }, async () => {
    const calls = await creatingCalls(async () =>
      signedIn(await makePlatformAccount(testApp, "super_admin")),
    );
    expect(calls).toEqual(
      expect.arrayContaining(["POST /api/v1/organizations", "POST /api/tenant/organizations"]),
    );
  });
});

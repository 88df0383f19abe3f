import { updateAiApproval, updateAiPolicy, updateAiProvider } from "@praxisportal/contract/ai/ai.endpoints";
import type { Role } from "@praxisportal/contract/roles";
import pg from "pg";
import { startDemoAiUpstream } from "../../../demo-ai-upstream/src/demo-ai-upstream.ts";
import { makeMember, makeOrganization, makePlatformAccount, queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";

/** A key in the format of real providers. */
export const testKey = "sk-probe-0123456789abcdef-7f3a";

/** Signs in a platform account. */
export async function platformClient(testApp: TestApp, role: "super_admin" | "admin" = "super_admin") {
  const client = new TestClient(testApp);
  await client.signIn({ username: (await makePlatformAccount(testApp, role)).username });
  return client;
}

/** Creates an organization with an owner who manages its AI, and a function that signs in further members. */
export async function organizationWithAi(testApp: TestApp, country: "DE" | "CH" = "DE") {
  const organization = await makeOrganization(testApp, { country });
  const as = async (role: Role, permissions?: readonly string[]) => {
    const member = await makeMember(testApp, organization.id, role, permissions && { permissions });
    const client = new TestClient(testApp);
    await client.signIn(member);
    return { client, member };
  };
  const { client: owner, member } = await as("org_admin");
  return { organization, owner, ownerId: member.personId, as };
}

/** Provider record that satisfies the strictest policy, with one priced chat model. */
export const completeRecord = {
  apiKey: testKey,
  models: [
    {
      model: "probe-1",
      kind: "chat",
      maxOutputTokens: 1_000,
      prices: { EUR: { inputMicro: 1_000_000, outputMicro: 2_000_000 } },
    },
  ],
  region: "de",
  establishment: "de",
  c5: { type: "type2", validUntil: "2099-12-31" },
  retentionDays: 0,
  trainsOnData: false,
  enabled: true,
} as const;

export const completeApproval = {
  approved: true,
  professionalSecrecyAgreedOn: "2026-01-02",
  processingAgreement: { version: "3.1", date: "2026-01-02" },
  models: null,
} as const;

/** Makes a provider usable for every organization. `change` overrides fields. */
export async function completeProvider(client: TestClient, p: string, change: object = {}) {
  const response = await client.call(updateAiProvider, {
    params: { p },
    body: { ...completeRecord, ...change },
  });
  return response.result;
}

/** Approves a provider for an organization. `change` overrides fields. */
export async function approve(client: TestClient, p: string, change: object = {}) {
  const response = await client.call(updateAiApproval, {
    params: { p },
    body: { ...completeApproval, ...change },
  });
  return response.result;
}

export async function changePolicy(client: TestClient, policy: object) {
  return (await client.call(updateAiPolicy, { body: policy })).result;
}

const demoPrices = { EUR: { inputMicro: 1_000_000, outputMicro: 2_000_000 } };
/** Models of the provider "openai" in most tests. */
export const demoModels = [
  { model: "demo-standard", kind: "chat", maxOutputTokens: 2_000, prices: demoPrices },
  { model: "demo-diktat", kind: "audio", prices: demoPrices },
];

/** Starts the demo upstream as the provider "openai". Returns it with a client of the operator. */
export async function startUpstream(testApp: TestApp, models: readonly object[] = demoModels) {
  const upstream = await startDemoAiUpstream({ key: "demo-schluessel-0001" });
  const operator = await platformClient(testApp);
  await completeProvider(operator, "openai", { apiKey: upstream.key, baseUrl: upstream.url, models });
  return { upstream, operator };
}

/**
 * Creates an organization that has approved "openai", with an owner who manages and uses it and a colleague who may
 * only use it.
 */
export async function organizationThatUsesAi(testApp: TestApp) {
  const created = await organizationWithAi(testApp);
  const rights = ["ai:use", "ai:read", "ai:manage"];
  await queryRows(testApp, "update membership set permissions = $2 where person_id = $1", [
    created.ownerId,
    rights,
  ]);
  await approve(created.owner, "openai");
  const { client: colleague, member } = await created.as("viewer", ["ai:use"]);
  return {
    owner: created.owner,
    ownerId: created.ownerId,
    organizationId: created.organization.id,
    colleague,
    member,
  };
}

/** Makes the database refuse to book calls until the returned function is called. */
export async function refuseBookings(testApp: TestApp) {
  const owner = new pg.Client({ connectionString: testApp.urls.owner });
  await owner.connect();
  await owner.query(`create function refuse_booking() returns trigger language plpgsql
    as $$ begin raise exception 'booking refused'; end $$`);
  await owner.query(
    "create trigger refuse_booking before insert on ai_usage_event for each row execute function refuse_booking()",
  );
  return async () => {
    await owner.query("drop function refuse_booking cascade");
    await owner.end();
  };
}

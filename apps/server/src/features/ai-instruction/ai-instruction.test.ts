import {
  confirmAiInstruction,
  getAiInstruction,
  getMemberAiInstruction,
} from "@praxisportal/contract/ai-instruction/ai-instruction.endpoints";
import { aiInstructionVersion } from "@praxisportal/contract/ai-instruction/ai-instruction.rules";
import { proxyPrompt } from "@praxisportal/contract/ai/ai.endpoints";
import { deleteUser } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  organizationThatUsesAi,
  organizationWithAi,
  platformClient,
  startUpstream,
} from "../../../test/ai/ai.ts";
import { auditEntries, makeMember, queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
let upstream: Awaited<ReturnType<typeof startUpstream>>["upstream"];
beforeAll(async () => {
  testApp = await createTestApp();
  ({ upstream } = await startUpstream(testApp));
});
afterAll(async () => {
  await upstream.stop();
  await testApp.stop();
});

const confirm = (client: TestClient, version: number = aiInstructionVersion) =>
  client.call(confirmAiInstruction, { body: { version } });
const dueFor = async (client: TestClient) => (await client.call(getAiInstruction, {})).result.isDue;

describe("the AI instruction", () => {
  it("is due until a user confirms the current version, which is recorded once with its time", async () => {
    const { colleague, member, organizationId, owner } = await organizationThatUsesAi(testApp);
    const { result } = await colleague.call(getAiInstruction, {});
    expect(result).toEqual({
      version: aiInstructionVersion,
      isDue: true,
      confirmedAt: null,
      providers: ["OpenAI"],
      contacts: ["Mia Muster-Probe"],
    });
    const startedAt = Date.now();
    const [first] = await Promise.all([confirm(colleague), confirm(colleague)]);
    expect(first.result.isDue).toBe(false);
    expect(Date.parse(String(first.result.confirmedAt))).toBeGreaterThanOrEqual(startedAt - 1_000);
    expect((await confirm(colleague)).result.confirmedAt).toBe(first.result.confirmedAt);
    const entries = await auditEntries(testApp, organizationId, "ai.instruction_confirmed");
    expect(entries.map(({ actor_id, target_id, record }) => [actor_id, target_id, record.changes])).toEqual([
      [member.personId, member.personId, { version: [null, aiInstructionVersion] }],
    ]);
    // Each person confirms for themselves.
    expect(await dueFor(owner)).toBe(true);
  });

  it("is due again for a new version of the text, and an old page cannot confirm the new one", async () => {
    const { colleague, organizationId } = await organizationThatUsesAi(testApp);
    expect((await confirm(colleague, aiInstructionVersion + 1)).problem.code).toBe("CONFLICT");
    await confirm(colleague);
    await queryRows(
      testApp,
      "update ai_instruction_confirmation set version = 99 where organization_id = $1",
      [organizationId],
    );
    expect(await dueFor(colleague)).toBe(true);
    await confirm(colleague);
    const rows = await queryRows(
      testApp,
      "select version from ai_instruction_confirmation where organization_id = $1 order by version",
      [organizationId],
    );
    expect(rows).toEqual([{ version: aiInstructionVersion }, { version: 99 }]);
  });

  it("is due only where AI is in use: after an approval, and not while AI is stopped", async () => {
    const { as } = await organizationWithAi(testApp);
    const { client } = await as("editor", ["ai:use"]);
    expect(await dueFor(client)).toBe(false);
    const { colleague, organizationId } = await organizationThatUsesAi(testApp);
    expect(await dueFor(colleague)).toBe(true);
    await queryRows(
      testApp,
      `insert into ai_policy (organization_id, stopped_at) values ($1, now())
       on conflict (organization_id) do update set stopped_at = now()`,
      [organizationId],
    );
    expect(await dueFor(colleague)).toBe(false);
  });

  it("is confirmed in person: not by the operator, and not without the permission", async () => {
    const { organizationId } = await organizationThatUsesAi(testApp);
    const headers = { "x-organization-id": organizationId };
    const operator = await platformClient(testApp);
    const operatorView = await operator.call(getAiInstruction, { headers });
    expect(operatorView.result.isDue).toBe(false);
    const body = { version: aiInstructionVersion };
    expect((await operator.call(confirmAiInstruction, { headers, body })).problem.code).toBe("FORBIDDEN");
    const viewer = new TestClient(testApp);
    await viewer.signIn(await makeMember(testApp, organizationId, "viewer"));
    expect((await confirm(viewer)).problem.code).toBe("FORBIDDEN");
    expect(await auditEntries(testApp, organizationId, "ai.instruction_confirmed")).toEqual([]);
  });

  it("does not stop a call: the organization is responsible for the instruction", async () => {
    const { colleague } = await organizationThatUsesAi(testApp);
    const body = { provider: "openai", model: "demo-standard", prompt: "Guten Tag. #lang 3 #takt 0" };
    expect((await colleague.call(proxyPrompt, { body })).status).toBe(200);
  });

  it("is shown to administrators for each member, and erased with the person", async () => {
    const { owner, colleague, member, organizationId } = await organizationThatUsesAi(testApp);
    const params = { userId: member.personId };
    const before = await owner.call(getMemberAiInstruction, { params });
    expect(before.result).toEqual({ version: aiInstructionVersion, usesAi: true, confirmed: null });
    const { confirmedAt } = (await confirm(colleague)).result;
    const after = await owner.call(getMemberAiInstruction, { params });
    expect(after.result.confirmed).toEqual({ version: aiInstructionVersion, at: confirmedAt });
    expect((await colleague.call(getMemberAiInstruction, { params })).problem.code).toBe("FORBIDDEN");
    const elsewhere = await organizationThatUsesAi(testApp);
    expect((await elsewhere.owner.call(getMemberAiInstruction, { params })).status).toBe(404);

    expect((await owner.call(deleteUser, { params: { id: member.personId } })).status).toBeLessThan(300);
    const rows = await queryRows(
      testApp,
      "select from ai_instruction_confirmation where organization_id = $1",
      [organizationId],
    );
    expect(rows).toEqual([]);
  });
});

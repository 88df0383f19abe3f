import { aiInstructionVersion } from "@praxisportal/contract/ai-instruction/ai-instruction.rules";
import { createSharedAiTemplate } from "@praxisportal/contract/ai-templates/ai-templates.endpoints";
import type { TestClient } from "../test-client.ts";

const template = { name: "Kurzbrief", text: "Fasse den Befund in fünf Sätzen zusammen." };
const stopped = { stopped: true, reason: "Probe" };

type Callers = {
  /** Returns an administrator. */
  signedIn: () => Promise<{ client: TestClient }>;
  /** Returns an administrator and another member of the organization. */
  withColleague: () => Promise<{ client: TestClient; colleague: { personId: string } }>;
  operator: () => Promise<TestClient>;
};

/** Returns a successful example of each audited call about AI. */
export function aiExamples({ signedIn, withColleague, operator }: Callers) {
  /** Creates an organization with a shared template and returns its administrator. */
  async function withTemplate() {
    const { client } = await signedIn();
    const { id } = (await client.call(createSharedAiTemplate, { body: template })).result;
    return { client, params: { templateId: id } };
  }

  return {
    "ai.updateProvider": async () => ({
      client: await operator(),
      params: { p: "mistral" },
      body: { region: "eu" },
    }),
    "ai.updateApproval": async () => ({
      client: (await signedIn()).client,
      params: { p: "mistral" },
      body: { approved: true },
    }),
    "ai.updatePolicy": async () => ({
      client: (await signedIn()).client,
      body: { maxRetentionDays: 30 },
    }),
    "aiInstruction.confirm": async () => ({
      client: (await signedIn()).client,
      body: { version: aiInstructionVersion },
    }),
    "ai.switchPlatform": async () => ({ client: await operator(), body: stopped }),
    "ai.switchProvider": async () => ({ client: await operator(), params: { p: "mistral" }, body: stopped }),
    "ai.switchOrganization": async () => ({ client: (await signedIn()).client, body: stopped }),
    "ai.switchPerson": async () => {
      const { client, colleague } = await withColleague();
      return { client, params: { userId: colleague.personId }, body: stopped };
    },
    "aiTemplates.createShared": async () => ({ client: (await signedIn()).client, body: template }),
    "aiTemplates.updateShared": async () => ({
      ...(await withTemplate()),
      body: { ...template, name: "Kurzer Brief" },
    }),
    "aiTemplates.removeShared": withTemplate,
  };
}

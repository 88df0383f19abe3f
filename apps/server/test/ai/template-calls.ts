import { createSharedAiTemplate } from "@praxisportal/contract/ai-templates/ai-templates.endpoints";
import type { TestClient } from "../test-client.ts";

const body = { name: "Kurzbrief", text: "Fasse den Befund in fünf Sätzen zusammen." };

/** One successful example of each audited call of prompt templates. */
export function aiTemplateExamples(signedIn: () => Promise<{ client: TestClient }>) {
  /** An administrator of an organization with a shared template. */
  async function withTemplate() {
    const { client } = await signedIn();
    const { id } = (await client.call(createSharedAiTemplate, { body })).result;
    return { client, params: { templateId: id } };
  }

  return {
    "aiTemplates.createShared": async () => ({ client: (await signedIn()).client, body }),
    "aiTemplates.updateShared": async () => ({
      ...(await withTemplate()),
      body: { ...body, name: "Kurzer Brief" },
    }),
    "aiTemplates.removeShared": withTemplate,
  };
}

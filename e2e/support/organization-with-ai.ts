import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { APIRequestContext } from "@playwright/test";
import { approveAiProvider, testAi } from "./ai.ts";
import { password, type PeopleFactory, type Person } from "./people.ts";
import type { TestPortal } from "./portal.ts";

type AiResponse = { code?: string; bill?: { inputTokens: number; outputTokens: number; costMicros: number } };

/** Signs a person in outside the tested browser and returns the access token. */
export async function tokenOf(request: APIRequestContext, { email }: Person): Promise<string> {
  const response = await request.post("/api/v1/auth/login", { data: { email, password } });
  return ((await response.json()) as { accessToken: string }).accessToken;
}

/** Creates an organization with AI access, its owner, and a doctor who uses it. */
export async function organizationWithAi(
  people: PeopleFactory,
  portal: TestPortal,
  request: APIRequestContext,
  ownerGrants: readonly string[] = [],
) {
  const organization = await people.createOrganization();
  const permissions = [...firstAdminGrants, ...ownerGrants];
  const owner = await people.createMember(organization, "org_admin", { permissions });
  const doctor = await people.createMember(organization, "editor", {
    firstName: "Dora",
    lastName: "Muster-Probe",
    permissions: ["ai:use"],
  });
  await approveAiProvider(portal, organization);
  const headers = { authorization: `Bearer ${await tokenOf(request, doctor)}` };
  const sendPrompt = async (wordCount: number) => {
    const data = {
      provider: testAi.provider,
      model: testAi.chat,
      prompt: `Guten Tag. #lang ${wordCount} #takt 0`,
    };
    const response = await request.post("/api/ai/proxy", { headers, data });
    return { status: response.status(), body: (await response.json()) as AiResponse };
  };
  return { organization, owner, doctor, sendPrompt };
}

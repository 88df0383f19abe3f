import type { APIRequestContext } from "@playwright/test";
import { readyAi, testAi } from "./support/ai.ts";
import { password, type Person } from "./support/people.ts";
import { expect, test } from "./support/test.ts";

async function authorized(request: APIRequestContext, { email }: Person) {
  const answer = await request.post("/api/v1/auth/login", { data: { email, password } });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { authorization: `Bearer ${accessToken}` };
}

test("R7a-01 a practice of a test is answered by the provider that runs beside its portal, and nothing else of this machine may be one", async ({
  people,
  portal,
  request,
}) => {
  const practice = await people.practice();
  const doctor = await people.member(practice, "editor", { permissions: ["ai:use"] });
  await readyAi(portal, practice);
  const answer = await request.post("/api/ai/proxy", {
    headers: await authorized(request, doctor),
    data: { provider: testAi.provider, model: testAi.chat, prompt: "Guten Tag. #takt 0" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  expect(((await answer.json()) as { text: string }).text).toContain("keine echte KI");

  const refused = await request.put("/api/ai/providers/ollama/credentials", {
    headers: await authorized(request, await people.platformAccount("super_admin")),
    data: { baseUrl: portal.url },
  });
  expect(refused.status(), await refused.text()).toBe(400);
});

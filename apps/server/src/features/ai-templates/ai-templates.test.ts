import * as endpoints from "@praxisportal/contract/ai-templates/ai-templates.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { organizationWithAi } from "../../../test/ai/ai.ts";
import { auditEntries, makeMember, queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";

const ownAiTemplatesMax = 50;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const neutral = { name: "Kurzbrief", text: "Fasse den Befund in fünf Sätzen zusammen.\nKeine Aufzählung." };

/** Creates an organization with a colleague in its directory, and a doctor who uses the AI. */
async function setUpOrganization() {
  const { organization, owner, as } = await organizationWithAi(testApp);
  await makeMember(testApp, organization.id, "viewer", { firstName: "Ömer", lastName: "Klein" });
  const { client: doctor, member } = await as("editor", ["ai:use"]);
  const storedTemplates = () =>
    queryRows<{ name: string; text: string }>(
      testApp,
      "select name, text from ai_template where organization_id = $1",
      [organization.id],
    );
  return { organization, owner, as, doctor, member, stored: storedTemplates };
}
type Setup = Awaited<ReturnType<typeof setUpOrganization>>;

/** Returns the audit entries about templates: action and changes. */
async function changesOf(organizationId: string) {
  const actions = ["ai.template_created", "ai.template_changed", "ai.template_removed"] as const;
  const entries = await Promise.all(actions.map((action) => auditEntries(testApp, organizationId, action)));
  return entries.flat().map(({ record }) => [record.action, record.changes]);
}

const calls = {
  own: ({ doctor }: Setup) => ({
    create: (body: typeof neutral) => doctor.call(endpoints.createAiTemplate, { body }),
    update: (templateId: string, body: typeof neutral) =>
      doctor.call(endpoints.updateAiTemplate, { params: { templateId }, body }),
  }),
  shared: ({ owner }: Setup) => ({
    create: (body: typeof neutral) => owner.call(endpoints.createSharedAiTemplate, { body }),
    update: (templateId: string, body: typeof neutral) =>
      owner.call(endpoints.updateSharedAiTemplate, { params: { templateId }, body }),
  }),
};

describe("prompt templates", () => {
  it.each(["own", "shared"] as const)(
    "R0-286 are never stored with a name or data of a person that the redaction finds: %s",
    async (place) => {
      const setup = await setUpOrganization();
      const { create, update } = calls[place](setup);
      const storedTemplate = (await create(neutral)).result;
      for (const [words, change] of [
        ["Klein", { text: "Schreibe im Ton von Klein." }],
        ["Ömers", { text: "Nimm Ömers Aufbau." }],
        ["Wackerbarth", { text: "Sehr geehrter Herr Wackerbarth, wir danken für die Zuweisung." }],
        ["Zwirbelhuber", { name: "Brief an Dr. Zwirbelhuber" }],
        ["12.03.1961", { text: "Patientin, geb. 12.03.1961" }],
        ["0171 3920017", { text: "Rückruf unter 0171 3920017" }],
        ["X109182737", { text: "Versichert unter X109182737" }],
      ] as const) {
        const body = { ...neutral, name: "Anders", ...change };
        for (const response of [await create(body), await update(storedTemplate.id, body)]) {
          expect([response.status, response.problem.code]).toEqual([422, "AI_TEMPLATE_PERSONAL_DATA"]);
          expect(JSON.stringify(response.problem)).toContain(words);
        }
      }
      expect(await setup.stored()).toEqual([{ name: neutral.name, text: neutral.text }]);
    },
  );

  it("see R0-286 may contain words that are names elsewhere", async () => {
    const { doctor } = await setUpOrganization();
    const text = "Ein klein wenig kürzer. Ohne Parkinson, Morbus Crohn und Babinski. Ramipril bleibt.";
    expect((await doctor.call(endpoints.createAiTemplate, { body: { ...neutral, text } })).status).toBe(201);
  });

  it("are visible to their owner, and those of the organization to everyone who uses the AI", async () => {
    const { owner, doctor, as, organization } = await setUpOrganization();
    const { client: other } = await as("editor", ["ai:use"]);
    const ownTemplate = (await doctor.call(endpoints.createAiTemplate, { body: neutral })).result;
    await owner.call(endpoints.createSharedAiTemplate, { body: { ...neutral, name: "Überweisung" } });
    const namesOf = async (client: typeof doctor) =>
      (await client.call(endpoints.listAiTemplates)).result.data.map(({ name, isShared }) => [
        name,
        isShared,
      ]);
    expect(await namesOf(doctor)).toEqual([
      ["Kurzbrief", false],
      ["Überweisung", true],
    ]);
    expect(await namesOf(other)).toEqual([["Überweisung", true]]);
    const params = { templateId: ownTemplate.id };
    for (const response of [
      await other.call(endpoints.updateAiTemplate, { params, body: neutral }),
      await other.call(endpoints.removeAiTemplate, { params }),
      await owner.call(endpoints.updateSharedAiTemplate, { params, body: neutral }),
      await owner.call(endpoints.removeSharedAiTemplate, { params }),
    ])
      expect(response.status).toBe(404);
    const foreign = await setUpOrganization();
    expect((await foreign.doctor.call(endpoints.removeAiTemplate, { params })).status).toBe(404);
    expect(await namesOf(foreign.doctor)).toEqual([]);
    expect((await doctor.call(endpoints.removeAiTemplate, { params })).status).toBe(204);
    expect(await namesOf(doctor)).toEqual([["Überweisung", true]]);
    // Nothing about own templates is in the log.
    expect((await changesOf(organization.id)).map(([action]) => action)).toEqual(["ai.template_created"]);
  });

  it("of the organization can be changed only by its AI managers, and each change is recorded", async () => {
    const { owner, doctor, organization } = await setUpOrganization();
    const { id } = (await owner.call(endpoints.createSharedAiTemplate, { body: neutral })).result;
    const params = { templateId: id };
    for (const response of [
      await doctor.call(endpoints.createSharedAiTemplate, { body: neutral }),
      await doctor.call(endpoints.updateSharedAiTemplate, { params, body: neutral }),
      await doctor.call(endpoints.removeSharedAiTemplate, { params }),
    ])
      expect(response.problem.code).toBe("FORBIDDEN");
    await owner.call(endpoints.updateSharedAiTemplate, {
      params,
      body: { name: "Langbrief", text: "Schreibe ausführlich." },
    });
    await owner.call(endpoints.removeSharedAiTemplate, { params });
    expect(await changesOf(organization.id)).toEqual([
      ["ai.template_created", { name: [null, "Kurzbrief"], characters: [null, neutral.text.length] }],
      ["ai.template_changed", { name: ["Kurzbrief", "Langbrief"], characters: [neutral.text.length, 21] }],
      ["ai.template_removed", { name: ["Langbrief", null], characters: [21, null] }],
    ]);
  });

  it("see R5-22 have a unique name per owner, and a maximum number", async () => {
    const { doctor, organization, member } = await setUpOrganization();
    const create = (name: string) => doctor.call(endpoints.createAiTemplate, { body: { ...neutral, name } });
    expect((await create("Kurzbrief")).status).toBe(201);
    const conflict = (await create(" kurzbrief")).problem;
    expect([conflict.code, conflict.errors?.map(({ path, code }) => [path, code])]).toEqual([
      "ALREADY_EXISTS",
      [["name", "unique"]],
    ]);
    await queryRows(
      testApp,
      `insert into ai_template (organization_id, id, person_id, name, text)
       select $1, gen_random_uuid(), $2, 'Nummer ' || n, 'x' from generate_series(2, $3::int) n`,
      [organization.id, member.personId, ownAiTemplatesMax],
    );
    expect((await create("Eine zu viel")).problem.code).toBe("CONFLICT");
  });

  it("are created once with one idempotency key", async () => {
    const { doctor, stored } = await setUpOrganization();
    const headers = { "idempotency-key": "vorlage-eins" };
    const create = () => doctor.call(endpoints.createAiTemplate, { body: neutral, headers });
    const [first, second] = [await create(), await create()];
    expect(second.result).toEqual(first.result);
    expect(await stored()).toHaveLength(1);
  });
});

describe("the names that are marked in prompts", () => {
  it("see R0-287 are those of the organization's members as separate lists, for users of the AI", async () => {
    const { doctor, as, organization } = await setUpOrganization();
    const removedMember = await makeMember(testApp, organization.id, "viewer", { lastName: "Gezogen-Probe" });
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
      removedMember.personId,
    ]);
    const { firstNames, lastNames } = (await doctor.call(endpoints.listAiKnownNames)).result;
    expect(firstNames).toContain("Ömer");
    expect(lastNames).toContain("Klein");
    expect(lastNames).not.toContain("Gezogen-Probe");
    expect(lastNames).toEqual(lastNames.toSorted());
    const { client } = await as("viewer", ["ai:read"]);
    expect((await client.call(endpoints.listAiKnownNames)).problem.code).toBe("FORBIDDEN");
  });
});

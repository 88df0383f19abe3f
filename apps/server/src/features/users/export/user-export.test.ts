import { readFile } from "node:fs/promises";
import { exportUsers } from "@praxisportal/contract/users/users.endpoints";
import { languages } from "@praxisportal/contract/languages";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { organizationWith } from "../../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const path = "/api/v1/users/export";

/** Returns an organization with a member whose name is a formula, and a person of another organization. */
async function makeStaffedOrganization() {
  const organization = await organizationWith(testApp);
  await makeMember(testApp, organization.organization.id, "viewer", {
    firstName: '=HYPERLINK("http://example.org")',
    lastName: "Muster-Äpfel; Birnen",
    department: "Empfang",
  });
  await makeMember(testApp, organization.organization.id, "editor", {
    firstName: "Bo",
    lastName: "Beispiel-Neu",
  });
  const otherOrganization = await makeOrganization(testApp);
  await makeMember(testApp, otherOrganization.id, "viewer", { firstName: "Uwe", lastName: "Fremd-Person" });
  return organization;
}

describe("GET /users/export", () => {
  it("R9-43 R2.4-27 returns CSV for German spreadsheets, with byte order mark, semicolons and neutralized formulas", async () => {
    const { client } = await makeStaffedOrganization();
    const response = await client.fetch(path, { headers: { "accept-language": "de" } });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename="mitarbeitende-[a-z0-9-]+-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
    expect(text.startsWith("\u{feff}Nachname;Vorname;Benutzername;")).toBe(true);
    const lines = text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(4);
    const formulaLine = lines.find((line) => line.includes("Äpfel"));
    expect(formulaLine).toMatch(/^"Muster-Äpfel; Birnen";"'=HYPERLINK\(""http:\/\/example\.org""\)";/);
    expect(formulaLine).toMatch(
      /;Nur lesen;[a-z: ]*organizations:read [a-z: ]*users:read[a-z: ]*;Empfang;Aktiv;Aus;/,
    );
    expect(text).not.toContain("Fremd-Person");
  });

  it("R9-43 returns JSON as in the contract, and CSV with headers and separator of the caller's language", async () => {
    const { client, organization } = await makeStaffedOrganization();
    const people = (await (await client.fetch(`${path}?format=json`)).json()) as { organizationId: string }[];
    expect(people).toHaveLength(3);
    expect(new Set(people.map(({ organizationId }) => organizationId))).toEqual(new Set([organization.id]));
    const english = await (await client.fetch(path, { headers: { "accept-language": "en" } })).text();
    expect(english).toMatch(/Last name,First name,/);
    expect((await client.call(exportUsers, { query: { format: "xml" } })).status).toBe(400);
  });

  it("R9-43 accepts the filters of the list", async () => {
    const { client } = await makeStaffedOrganization();
    const count = async (query: string) =>
      ((await (await client.fetch(`${path}?format=json&${query}`)).json()) as unknown[]).length;
    expect(await count("role=editor")).toBe(1);
    expect(await count("department=Empfang")).toBe(1);
    expect(await count("search=beispiel")).toBe(1);
    expect(await count("status=deactivated")).toBe(0);
    expect(await count("dateRange=2020-01-01..2020-01-02")).toBe(0);
  });

  it("R2.4-27 returns each person exactly once across batches, in the order of their names", async () => {
    const { client, organization } = await organizationWith(testApp, "org_admin", 5000);
    await queryRows(
      testApp,
      `with made as (
        insert into person (id, first_name, last_name)
        select gen_random_uuid(), 'Gleich', case when n % 2 = 0 then 'Beispiel-Gleich' else 'Muster-' || n end
        from generate_series(1, 1203) n returning id, first_name, last_name)
      insert into membership (organization_id, id, person_id, status, first_name, last_name)
      select $1, gen_random_uuid(), id, 'active', first_name, last_name from made`,
      [organization.id],
    );
    type Listed = { id: string; personalInfo: { lastName: string; firstName: string } };
    const people = (await (await client.fetch(`${path}?format=json`)).json()) as Listed[];
    expect(people).toHaveLength(1204);
    expect(new Set(people.map(({ id }) => id)).size).toBe(1204);
    const lastNames = people.map(({ personalInfo }) => personalInfo.lastName);
    expect(lastNames).toEqual(lastNames.toSorted(new Intl.Collator("de").compare));
  });

  it("see R9-43 names roles as the pages do", async () => {
    for (const language of languages) {
      const read = async (file: string) =>
        JSON.parse(await readFile(new URL(file, import.meta.url), "utf8")) as Record<string, unknown>;
      const page = await read(`../../../../../web/src/features/users/roles.${language}.json`);
      expect((await read(`user-export.${language}.json`))["roles"]).toEqual(page);
    }
  });
});

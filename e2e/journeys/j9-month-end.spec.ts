import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { organizationWithAi, tokenOf } from "../support/organization-with-ai.ts";
import { expect, heading, signIn, test } from "../support/test.ts";
import { chooseEntry } from "./choose-entry.ts";
import { Journey } from "./journey.ts";

const region = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("region", { name, exact: true });

test("J9 at the end of the month the accountant checks costs and limits, and saves consistent figures", async ({
  page,
  people,
  portal,
  request,
}, testInfo) => {
  const { organization, owner, doctor, sendPrompt } = await organizationWithAi(people, portal, request);
  const accountant = await people.createMember(organization, "viewer", {
    firstName: "Bea",
    lastName: "Demo-Buch",
    permissions: ["billing:read", "usage:read", "ai:read"],
  });
  const calls = [await sendPrompt(40), await sendPrompt(60)];
  const bills = calls.flatMap(({ body }) => (body.bill === undefined ? [] : [body.bill]));
  const total = bills.reduce((sum, { costMicros }) => sum + costMicros, 0);
  const units = bills.reduce((sum, bill) => sum + bill.inputTokens + bill.outputTokens, 0);
  const headers = { authorization: `Bearer ${await tokenOf(request, owner)}` };
  const quotaResponse = await request.put("/api/billing/quota", {
    headers,
    data: { limit: Math.ceil(units / 0.9) },
  });
  expect(quotaResponse.status()).toBe(200);
  const sites = `/api/v1/organizations/${organization.id}/sites`;
  const siteResponse = await request.post(sites, { headers, data: { name: "Hauptpraxis" } });
  const { id: siteId } = (await siteResponse.json()) as { id: string };
  const assigned = await request.post(`${sites}/${siteId}/members`, {
    headers,
    data: { userIds: [doctor.id] },
  });
  expect(assigned.ok()).toBe(true);
  await signIn(page, accountant);
  const journey = new Journey("J9", testInfo);
  const keys = journey.on(page);

  // The page shows the costs of the month, and the limits with a warning above 80 percent.
  await keys.openPage("Kosten & Rechnungen");
  await expect(heading(page, "Kosten & Rechnungen")).toBeVisible();
  await expect(region(page, /bisher$/)).toContainText("KI-Verbrauch");
  await expect(region(page, "Plätze")).toContainText("3 von");
  await expect(region(page, "Speicher")).toBeVisible();
  await keys.openPage("KI-Verbrauch");
  await expect(heading(page, "KI-Verbrauch")).toBeVisible();
  await expect(region(page, "Monatliches Kontingent")).toContainText("Über 80 %");

  // The costs by provider, model, site and person have the same sum.
  await keys.openPage("KI-Kosten");
  await expect(heading(page, "KI-Kosten")).toBeVisible();
  const summary = region(page, "Anfragen");
  await expect(summary).toContainText(`${units} Einheiten`);
  await expect(region(page, "Nach Betriebsstätte")).toContainText("Hauptpraxis");
  const shownTotal = new Intl.NumberFormat("de-DE", { minimumFractionDigits: 4 }).format(
    Math.round(total / 100) / 10_000,
  );
  for (const name of ["Kosten", "Teuerste Anbieter", "Nach Modell", "Nach Betriebsstätte", "Nach Person"])
    await expect(region(page, name)).toContainText(shownTotal);

  // The figures are saved as a table for Excel and as JSON.
  const save = async (format: RegExp) => {
    await keys.activate(page.getByRole("button", { name: "Exportieren" }));
    const downloading = page.waitForEvent("download");
    await chooseEntry(keys, page.getByRole("menuitem", { name: format }));
    return readFile(await (await downloading).path(), "utf8");
  };
  const csv = await save(/^CSV/);
  // A German Excel needs the byte order mark, semicolons and decimal commas.
  expect(csv.startsWith("\uFEFF")).toBe(true);
  const [header = [], ...rows] = csv
    .slice(1)
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(";").map((value) => value.replaceAll('"', "")));
  const column = (name: string) => rows.map((row) => row[header.indexOf(name)] ?? "");
  const micros = column("Kosten").map((value) => Math.round(Number(value.replace(",", ".")) * 1_000_000));
  expect(column("Kosten").every((value) => /^\d+,\d{6}$/.test(value))).toBe(true);
  expect(micros.reduce((sum, amount) => sum + amount, 0)).toBe(total);
  const json = JSON.parse(await save(/^JSON/)) as {
    id: string;
    name: string;
    site: string;
    costMicros: number;
  }[];
  expect(json.map(({ id, name, site, costMicros }) => [id, name, site, costMicros])).toEqual(
    column("Vorgangs-ID").map((id, index) => [
      id,
      column("Person")[index],
      column("Betriebsstätte")[index],
      micros[index],
    ]),
  );
  journey.finish();
});

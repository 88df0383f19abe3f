import { readFile } from "node:fs/promises";
import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { Page } from "@playwright/test";
import { expectStreamed } from "../support/downloads.ts";
import { wavOf } from "../../apps/server/test/upload.ts";
import { testAi } from "../support/ai.ts";
import { issueOverdue } from "../support/invoices.ts";
import { password } from "../support/people.ts";
import { organizationWithAi, tokenOf } from "../support/organization-with-ai.ts";
import { expectOnlyContents, printHeading } from "../support/print.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("R2.1-17 R2.4-44 R9-41 R7w-09 R0-97 see R1-16 /usage shows real calls, updates live and exports for Excel", async ({
  page,
  people,
  portal,
  request,
}) => {
  const { owner, sendPrompt } = await organizationWithAi(people, portal, request);
  const firstAnswer = await sendPrompt(40);
  expect(firstAnswer.status, JSON.stringify(firstAnswer.body)).toBe(200);
  await signIn(page, owner, "/usage");
  await expect(heading(page, "KI-Kosten")).toBeVisible();
  const calls = region(page, "Anfragen");
  await expect(calls).toContainText("1");
  await expect(region(page, "Teuerste Anbieter").getByRole("row").nth(1)).toContainText(testAi.name);
  await expect(region(page, "Nach Modell").getByRole("row").nth(1)).toContainText(testAi.chat);
  // The page is not reloaded; a live event updates it.
  await expect(page.getByText("Verbunden", { exact: true })).toBeVisible();
  const second = await sendPrompt(60);
  const units = [firstAnswer, second].reduce(
    (sum, { body }) => sum + (body.bill?.inputTokens ?? 0) + (body.bill?.outputTokens ?? 0),
    0,
  );
  await expect(calls).toContainText(`${units} Einheiten`);
  await expect(calls).toContainText("2");
  // Costs in total, by provider and by model. All calls have the same provider and model.
  const costs = [firstAnswer, second].reduce((sum, { body }) => sum + (body.bill?.costMicros ?? 0), 0);
  expect(costs).toBeGreaterThan(0);
  for (const name of ["Teuerste Anbieter", "Nach Modell"]) {
    const row = region(page, name).getByRole("row").nth(1);
    await expect(row).toContainText("2 Anfragen");
    await expect(row).toContainText(/0,\d*[1-9]\d*.€/);
    await expect(row).toContainText(/100.%/);
  }
  const history = region(page, "Verlauf");
  await history.getByRole("radio", { name: "Anfragen" }).check();
  await history.getByRole("radio", { name: "Tabelle" }).check();
  await expect(history.getByRole("row").nth(1)).toContainText("2 Anfragen");
  const period = page.getByRole("radiogroup", { name: "Zeitraum" });
  await period.getByRole("radio", { name: "Vormonat" }).check();
  await expect(page.getByText("Noch kein Verbrauch")).toBeVisible();
  await expect(page).toHaveURL(/period=month/);
  await period.getByRole("radio", { name: "Dieser Monat" }).check();
  await expect(calls).toContainText(`${units} Einheiten`);
  await page.getByRole("button", { name: "Exportieren" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV (für Excel)" }).click();
  const download = await downloading;
  expectStreamed(download);
  expect(download.suggestedFilename()).toMatch(/^ai-usage-\d{4}-\d{2}-01-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  const [header = "", ...rows] = text.trimEnd().split("\r\n");
  // BOM and separator let a German Excel detect the encoding and the columns.
  expect(header.startsWith("\uFEFF")).toBe(true);
  expect(header.split(";").length).toBeGreaterThan(10);
  expect(rows).toHaveLength(2);
  const cost = ((firstAnswer.body.bill?.costMicros ?? 0) / 1_000_000).toFixed(6).replace(".", ",");
  expect(rows[0]?.split(";").map((value) => value.replaceAll('"', ""))).toContain(cost);
});

test("R7w-09 /billing shows the units of a call that ends while it is open", async ({
  page,
  people,
  portal,
  request,
}) => {
  const { owner, sendPrompt } = await organizationWithAi(people, portal, request);
  await signIn(page, owner, "/billing");
  const units = region(page, "KI-Einheiten im Monat");
  await expect(units).toContainText("0 von");
  await expect(page.getByText("Verbunden", { exact: true })).toBeVisible();
  const { status, body } = await sendPrompt(40);
  expect(status, JSON.stringify(body)).toBe(200);
  const usedTokens = (body.bill?.inputTokens ?? 0) + (body.bill?.outputTokens ?? 0);
  await expect(units).toContainText(`${usedTokens} von`);
});

test("R2.1-18 R1-16 /ai-usage previews the people affected by a new quota, and the next call beyond it is refused", async ({
  page,
  people,
  portal,
  request,
}) => {
  const { owner, doctor, sendPrompt } = await organizationWithAi(people, portal, request);
  const { body } = await sendPrompt(40);
  const usedTokens = (body.bill?.inputTokens ?? 0) + (body.bill?.outputTokens ?? 0);
  await signIn(page, owner, "/ai-usage");
  await expect(heading(page, "KI-Verbrauch")).toBeVisible();
  await expect(region(page, "Verbrauchsabgleich")).toContainText("Stimmt überein");
  await region(page, "Monatliches Kontingent").getByRole("button", { name: "Ändern" }).click();
  const dialog = page.getByRole("dialog");
  const perPerson = dialog.getByRole("group", { name: "Jede Person" });
  await perPerson.getByLabel("Einheiten im Monat").fill(String(usedTokens));
  await dialog.getByRole("button", { name: "Auswirkung ansehen" }).click();
  await expect(dialog.getByText("Wer davon sofort betroffen ist")).toBeVisible();
  await expect(dialog.getByRole("listitem").filter({ hasText: "Dora Muster-Probe" })).toContainText(
    "Aufgebraucht",
  );
  // The preview changes nothing.
  const second = await sendPrompt(1);
  expect(second.status).toBe(200);
  const { inputTokens = 0, outputTokens = 0 } = second.body.bill ?? {};
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Das Kontingent ist geändert").first()).toBeVisible();
  expect(await sendPrompt(1)).toMatchObject({ status: 403, body: { code: "QUOTA_EXCEEDED" } });
  const quotas = region(page, "Persönliche Kontingente");
  await expect(quotas).toContainText("Aufgebraucht");
  await expect(quotas).toContainText(
    `${usedTokens + inputTokens + outputTokens} von ${usedTokens} Einheiten`,
  );
  await quotas.getByRole("link", { name: "Dora Muster-Probe" }).click();
  await expect(page).toHaveURL(new RegExp(`/users/${doctor.id}\\?tab=ai`));
  await expect(region(page, "Anfragen")).toContainText("2");
});

test("R9-46 R9-49 usage above 80 percent of the monthly tokens shows a warning; exactly 80 percent does not", async ({
  page,
  people,
  portal,
  request,
}) => {
  const { owner, sendPrompt } = await organizationWithAi(people, portal, request, ["ai:use"]);
  const tokensOf = ({ body }: Awaited<ReturnType<typeof sendPrompt>>) =>
    (body.bill?.inputTokens ?? 0) + (body.bill?.outputTokens ?? 0);
  const firstTokens = tokensOf(await sendPrompt(20));
  // Prompts of equal length cost the same, so the sum is divisible by four, and the limit by five.
  const usedTokens = firstTokens + tokensOf(await sendPrompt(20 + ((4 - ((2 * firstTokens) % 4)) % 4)));
  expect(usedTokens % 4).toBe(0);
  const setLimitTo = async (limit: number) => {
    const headers = { authorization: `Bearer ${await tokenOf(request, owner)}` };
    expect((await request.put("/api/billing/quota", { headers, data: { limit } })).status()).toBe(200);
  };
  const exact = (usedTokens / 4) * 5;
  const card = region(page, "Monatliches Kontingent");
  const notice = page.getByText(/^Mehr als 80\s% des Kontingents der Praxis sind verbraucht/);

  await setLimitTo(exact);
  await signIn(page, owner, "/ai-usage");
  await expect(card).toContainText("80 %");
  await expect(card.getByText("Im Rahmen", { exact: true })).toBeVisible();
  await expect(card.getByRole("meter")).toHaveAttribute("data-level", "normal");
  await page.goto("/assistant");
  await expect(page.getByRole("meter").first()).toBeVisible();
  await expect(notice).toHaveCount(0);

  await setLimitTo(exact - 1);
  await page.goto("/ai-usage");
  await expect(card.getByText("Über 80 %", { exact: true })).toBeVisible();
  await expect(card.getByRole("meter")).toHaveAttribute("data-level", "warning");
  await page.goto("/assistant");
  await expect(notice).toBeVisible();
});

test("R2.1-18 without ai:read /ai-usage redirects to the dashboard, and billing:read opens /usage", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const reader = await people.createMember(organization, "editor", { permissions: ["billing:read"] });
  await signIn(page, reader, "/ai-usage");
  await expect(page).toHaveURL(/\/dashboard$/);
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await expect(navigation.getByRole("link", { name: "KI-Verbrauch" })).toHaveCount(0);
  await navigation.getByRole("link", { name: "KI-Kosten" }).click();
  await expect(heading(page, "KI-Kosten")).toBeVisible();
  await expect(page.getByText("Noch kein Verbrauch")).toBeVisible();
});

test("R2.1-17 without billing:read /usage redirects to the dashboard", async ({ page, people }) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "editor", { permissions: ["ai:read"] });
  await signIn(page, person, "/usage");
  await expect(page).toHaveURL(/\/dashboard$/);
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await expect(navigation.getByRole("link", { name: "KI-Verbrauch" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "KI-Kosten" })).toHaveCount(0);
});

test("see R7b-07 a concurrently saved limit is not overwritten, and raising one requires a step-up", async ({
  page,
  people,
  request,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", { permissions: [...firstAdminGrants] });
  const headers = { authorization: `Bearer ${await tokenOf(request, owner)}` };
  const setLimit = async (data: object) => {
    const response = await request.put("/api/billing/quota", { headers, data });
    expect(response.status(), await response.text()).toBe(200);
  };
  await setLimit({ limit: 1_000 });
  await signIn(page, owner, "/ai-usage");
  await region(page, "Monatliches Kontingent").getByRole("button", { name: "Ändern" }).click();
  const dialog = page.getByRole("dialog", { name: "Kontingent der Praxis ändern" });
  const organizationQuota = dialog.getByRole("group", { name: "Praxis insgesamt" });
  await expect(organizationQuota.getByLabel("Einheiten im Monat")).toHaveValue("1.000");
  await organizationQuota.getByLabel("Einheiten im Monat").fill("5.000");
  await setLimit({ limitMicros: 5_000_000 });
  await dialog.getByRole("button", { name: "Auswirkung ansehen" }).click();
  await expect(dialog.getByText("Inzwischen geändert")).toBeVisible();
  await expect(organizationQuota.getByLabel("Einheiten im Monat")).toHaveValue("5.000");
  await expect(organizationQuota.getByLabel("Kosten im Monat (EUR)")).toHaveValue("5,00");
  await dialog.getByRole("button", { name: "Auswirkung ansehen" }).click();
  await expect(dialog.getByText("Das ändert sich")).toBeVisible();
  await people.expireStepUps(owner);
  await dialog.getByRole("button", { name: "Speichern" }).click();
  const stepUpDialog = page.getByRole("dialog", { name: "Bitte bestätigen Sie Ihre Identität" });
  await stepUpDialog.getByLabel("Ihr Passwort").fill(password);
  await stepUpDialog.getByRole("button", { name: "Bestätigen" }).click();
  await expect(page.getByText("Das Kontingent ist geändert").first()).toBeVisible();
  const quota = await request.get("/api/billing/quota", { headers });
  expect(await quota.json()).toMatchObject({ limit: 5_000, limitMicros: 5_000_000 });
});

test("R0-43 the usage prints with organization, period and date, and so do the invoices", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", { permissions: [...firstAdminGrants] });
  await signIn(page, owner, "/usage?period=month");
  await expect(page.getByRole("region", { name: "Anfragen", exact: true })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(printHeading(page)).toHaveText([
    organization.name,
    "KI-Kosten",
    "Vormonat",
    /^Stand: .*\d{4}/,
  ]);
  await expectOnlyContents(page);
  await expect(page.getByRole("region", { name: "Anfragen", exact: true })).toBeVisible();

  const number = await issueOverdue(portal, organization, { cents: 12_345, days: 9 });
  await page.emulateMedia({ media: "screen" });
  await page.goto("/billing?status=overdue");
  const invoices = page.getByRole("table", { name: "Rechnungen" });
  await expect(invoices).toContainText(number);
  await page.emulateMedia({ media: "print" });
  await expect(printHeading(page)).toHaveText([
    organization.name,
    "Rechnungen",
    "Status: Überfällig",
    "Sortierung: Datum, absteigend",
    /^Stand: .*\d{4}/,
  ]);
  await expectOnlyContents(page);
  await expect(invoices.getByRole("row")).toHaveCount(2);
  await expect(invoices).toContainText(number);
  // Only the list is printed.
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await expect(region(page, "Speicher")).toBeHidden();
});

test("R0-276 R2.4-09 the dashboard, /ai-usage and /usage show the same units of the month, including recordings", async ({
  page,
  people,
  portal,
  request,
}) => {
  const { owner, doctor, sendPrompt } = await organizationWithAi(people, portal, request);
  expect((await sendPrompt(40)).status).toBe(200);
  // Recordings count against the limit although they have neither input nor output tokens.
  const headers = { authorization: `Bearer ${await tokenOf(request, doctor)}` };
  const transcript = await request.post("/api/ai/transcribe", {
    headers,
    multipart: {
      provider: testAi.provider,
      model: testAi.audio,
      audio: { name: "diktat.wav", mimeType: "audio/wav", buffer: wavOf(64_044) },
    },
  });
  expect(transcript.status(), await transcript.text()).toBe(200);
  await signIn(page, owner, "/dashboard");
  const tile = region(page, "KI-Verbrauch im Monat");
  const readUnits = async () => {
    await page.goto("/dashboard");
    await expect(tile).toContainText("Einheiten");
    const units = /([\d.]+)Einheiten/.exec(String(await tile.textContent()))?.[1] ?? "";
    expect(units).toMatch(/^[1-9]/);
    for (const path of ["/ai-usage", "/usage"]) {
      await page.goto(path);
      await expect(region(page, "Anfragen")).toContainText(`${units} Einheiten`);
    }
    return units;
  };
  const unitsBefore = await readUnits();
  expect((await sendPrompt(60)).status).toBe(200);
  expect(await readUnits()).not.toBe(unitsBefore);
});

import type { TenantUsage } from "@praxisportal/contract/tenants/plans.schema";
import type { Page } from "@playwright/test";
import { openAs } from "../support/open-as.ts";
import { organizationWithAi } from "../support/organization-with-ai.ts";
import type { PeopleFactory } from "../support/people.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const meterNames = {
  maxUsers: "Plätze",
  monthlyTokens: "KI-Einheiten im Monat",
  storageGB: "Speicher",
} as const;
const limit = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Makes the server's response contain this usage, with limits of 100 each. */
async function respondWithUsage(
  page: Page,
  use: Pick<TenantUsage, "tokensUsed" | "currentUsers" | "storageUsedGB">,
) {
  await page.route(/\/api\/tenant\/organizations\/[^/]+\/usage/, async (route) => {
    const response = await route.fetch();
    const usage = (await response.json()) as TenantUsage;
    const limits = { ...usage.limits, maxUsers: 100, monthlyTokens: 100, storageGB: 100 };
    await route.fulfill({ response, json: { ...usage, ...use, limits } });
  });
}

const allAt = (share: number) => ({ tokensUsed: share, currentUsers: share, storageUsedGB: share });

async function openUsage(
  page: Page,
  people: PeopleFactory,
  permissions: string[] = ["usage:read"],
): Promise<void> {
  const organization = await people.createOrganization();
  const member = await people.createMember(organization, "org_admin", { permissions });
  await signIn(page, member, "/tenant-usage");
  await expect(heading(page, "Auslastung")).toBeVisible();
}

test("R9-46 R9-47 R9-48 a limit shows a warning above 80 percent and is marked as reached at 100 percent", async ({
  page,
  people,
}) => {
  await respondWithUsage(page, allAt(81));
  await openUsage(page, people);
  for (const name of Object.values(meterNames)) {
    await expect(limit(page, name).getByText("Über 80 %")).toBeVisible();
    await expect(limit(page, name).getByRole("meter")).toHaveAttribute("data-level", "warning");
  }
  await page.unroute(/\/api\/tenant\/organizations\/[^/]+\/usage/);
  await respondWithUsage(page, allAt(100));
  await page.reload();
  await expect(limit(page, meterNames.maxUsers).getByText("Alle belegt")).toBeVisible();
  await expect(limit(page, meterNames.monthlyTokens).getByText("Aufgebraucht")).toBeVisible();
  await expect(limit(page, meterNames.storageGB).getByText("Voll", { exact: true })).toBeVisible();
});

test("R9-49 at exactly 80 percent of a limit there is no warning", async ({ page, people }) => {
  await respondWithUsage(page, allAt(80));
  await openUsage(page, people);
  for (const name of Object.values(meterNames)) {
    await expect(limit(page, name).getByRole("meter")).toHaveAttribute("data-level", "normal");
    await expect(limit(page, name).getByText("Über 80 %")).toHaveCount(0);
  }
});

test("R9-40 R0-111 /tenant-usage shows a meter per limit, and the use of 7, 30, 90 days and a year as chart and table", async ({
  page,
  people,
}) => {
  const lengths = new Set<number>();
  await page.route(/\/api\/tenant\/organizations\/[^/]+\/usage/, async (route) => {
    const response = await route.fetch();
    const usage = (await response.json()) as TenantUsage;
    lengths.add(usage.days.length);
    const days = usage.days.map((day) => ({ ...day, tokens: 1_000, calls: 2 }));
    await route.fulfill({ response, json: { ...usage, days } });
  });
  await openUsage(page, people);
  for (const name of Object.values(meterNames))
    await expect(limit(page, name).getByRole("meter")).toHaveAttribute("aria-valuetext", / von /);

  const byDay = page.getByRole("region", { name: "Verbrauch je Tag" });
  const byMonth = page.getByRole("region", { name: "Verbrauch je Monat" });
  await expect(byDay.getByRole("img")).toHaveAccessibleName(/insgesamt 30\.000 Einheiten/);
  // Labels stay inside the chart and do not overlap, even where they are wider than the bars.
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() =>
        byDay.getByRole("img").evaluate((chart) => {
          const labels = [...chart.querySelectorAll(":scope > div:last-child > span > span")];
          const boxes = labels.map((label) => label.getBoundingClientRect());
          const ends = [...boxes.slice(1).map(({ left }) => left), chart.getBoundingClientRect().right];
          return boxes.map(({ right }, index) => right <= (ends[index] ?? 0));
        }),
      )
      .toEqual([true, true, true, true, true]);
  }
  await byDay.getByRole("radio", { name: "Tabelle" }).check();
  const rows = byDay.getByRole("rowheader");
  await expect(rows).toHaveCount(30);
  // The table has the numbers of the chart.
  for (const row of [byDay.getByRole("row").nth(1), byDay.getByRole("row").last()])
    await expect(row.getByRole("cell")).toHaveText(["1.000 Einheiten"]);
  await byDay.getByRole("radio", { name: "7 Tage" }).check();
  await expect(rows).toHaveCount(7);
  await expect(page).toHaveURL(/\?period=7d$/);
  await byDay.getByRole("radio", { name: "90 Tage" }).check();
  await expect(rows).toHaveCount(90);
  await byDay.getByRole("radio", { name: "Jahr" }).check();
  // A year is shown by month.
  await expect(byMonth.first()).toBeVisible();
  await expect(page).toHaveURL(/\?period=year$/);
  await expect(byMonth.getByRole("columnheader", { name: "Monat" }).first()).toBeVisible();
  expect([...lengths]).toEqual([30, 7, 90, 365]);
});

test("the limits link to the plans, and show who can change an agreed value", async ({ page, people }) => {
  const organization = await people.createOrganization({ maxUsers: 60 });
  const permissions = ["usage:read", "billing:read"];
  await signIn(page, await people.createMember(organization, "org_admin", { permissions }), "/tenant-usage");
  const limits = page.getByRole("region", { name: "Limits" });
  await expect(limits).toContainText("Einen eigenen Wert ändert nur die Plattform-Administration");
  await limits.getByRole("link", { name: "Tarife vergleichen" }).click();
  await expect(page).toHaveURL(/\/billing-subscription$/);
});

test("see R0-111 the storage lists the kinds of its files, the largest first @soak", async ({
  page,
  people,
}) => {
  await page.route(/\/api\/tenant\/organizations\/[^/]+\/usage/, async (route) => {
    const response = await route.fetch();
    const usage = (await response.json()) as TenantUsage;
    const storage: TenantUsage["storage"] = [
      { kind: "archive", bytes: 39_900_000_000 },
      { kind: "logo", bytes: 200_000 },
    ];
    await route.fulfill({ response, json: { ...usage, storageUsedGB: 39.9002, storage } });
  });
  await openUsage(page, people);
  await expect(limit(page, meterNames.storageGB)).toContainText(/Archive 39,9\sGB ·\sLogo 200\skB/);
});

test("R0-85 each figure links to the data behind it", async ({ page, people }) => {
  await respondWithUsage(page, allAt(40));
  await openUsage(page, people, ["usage:read", "ai:read"]);
  for (const [name, text, href] of [
    [meterNames.maxUsers, "Wer einen Platz belegt", "/organization?tab=licences"],
    [meterNames.monthlyTokens, "Verbrauch und eigenes Kontingent", "/ai-usage"],
    [meterNames.storageGB, "Was den Speicher belegt", "/organization"],
  ] as const)
    await expect(limit(page, name).getByRole("link", { name: text })).toHaveAttribute("href", href);
  await expect(page.getByRole("region", { name: "Limits" })).not.toContainText("Tarife vergleichen");
  await limit(page, meterNames.maxUsers).getByRole("link", { name: "Wer einen Platz belegt" }).click();
  await expect(page).toHaveURL(/\/organization\?tab=licences$/);
  await expect(page.getByText(/^1 von .* belegt$/).first()).toBeVisible();
});

test("see R0-111 R0-85 the owner sees plan and limits on /organization with the numbers of /tenant-usage", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", {
    permissions: ["usage:read", "billing:read"],
  });
  await people.createMember(organization, "viewer");
  await signIn(page, owner, "/organization");
  const card = page.getByRole("region", { name: "Tarif & Limits" });
  await expect(card).toContainText("Tarif Starter");
  await expect(card.getByRole("link", { name: "Tarife vergleichen" })).toBeVisible();
  const textsIn = (target: ReturnType<typeof limit>) =>
    target.getByRole("meter").getAttribute("aria-valuetext");
  const names = Object.values(meterNames);
  await expect(card.getByRole("meter")).toHaveCount(names.length);
  const texts = await Promise.all(names.map((name) => textsIn(card.getByRole("region", { name }))));
  expect(texts[0]).toMatch(/^2 von \d/);

  await card.getByRole("link", { name: "Auslastung ansehen" }).click();
  await expect(heading(page, "Auslastung")).toBeVisible();
  await expect(page.getByRole("meter")).toHaveCount(names.length);
  expect(await Promise.all(names.map((name) => textsIn(limit(page, name))))).toEqual(texts);
  await expect(limit(page, meterNames.storageGB)).toContainText("Noch keine Dateien");
});

test("R2.1-28 /tenant-usage opens for a member with usage:read only", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization();
  const reader = await people.createMember(organization, "viewer", { permissions: ["usage:read"] });
  await signIn(page, reader);
  const navigation = (target: Page) => target.getByRole("navigation", { name: "Hauptnavigation" });
  await navigation(page).getByRole("link", { name: "Auslastung" }).click();
  await expect(page).toHaveURL(/\/tenant-usage$/);
  await expect(heading(page, "Auslastung")).toBeVisible();
  await expect(page.getByRole("meter")).toHaveCount(3);

  // No other right to read opens the page.
  const permissions = ["organizations:read", "users:read", "billing:read", "billing:write", "ai:read"];
  const otherMember = await people.createMember(organization, "viewer", { permissions });
  const refusedPage = await openAs(browser, portal, otherMember, "/tenant-usage");
  await expect(heading(refusedPage, "Übersicht")).toBeVisible();
  await expect(refusedPage).toHaveURL(/\/dashboard$/);
  await expect(navigation(refusedPage).getByRole("link", { name: "KI-Kosten" })).toBeVisible();
  await expect(navigation(refusedPage).getByRole("link", { name: "Auslastung" })).toHaveCount(0);
  await refusedPage.context().close();
});

test("see R0-83 all screens of the organization and the operator show the same number of tokens of the month @soak", async ({
  page,
  people,
  browser,
  portal,
  request,
}) => {
  const { organization, owner, sendPrompt } = await organizationWithAi(people, portal, request, [
    "usage:read",
    "ai:use",
  ]);
  const { status, body } = await sendPrompt(40);
  expect(status, JSON.stringify(body)).toBe(200);
  const tokens = String((body.bill?.inputTokens ?? 0) + (body.bill?.outputTokens ?? 0));
  expect(Number(tokens)).toBeGreaterThan(0);
  const usedText = new RegExp(`^${tokens} von `);
  const regionOf = (view: Page, name: string) => view.getByRole("region", { name, exact: true });

  await signIn(page, owner);
  await expect(regionOf(page, "KI-Verbrauch im Monat")).toContainText(`${tokens}Einheiten`);
  await page.goto("/tenant-usage");
  await expect(limit(page, meterNames.monthlyTokens).getByRole("meter")).toHaveAttribute(
    "aria-valuetext",
    usedText,
  );
  await page.goto("/organization");
  await expect(limit(page, meterNames.monthlyTokens).getByRole("meter")).toHaveAttribute(
    "aria-valuetext",
    usedText,
  );
  await page.goto("/usage");
  await expect(regionOf(page, "Anfragen")).toContainText(`${tokens} Einheiten`);

  const operator = await openAs(
    browser,
    portal,
    await people.createPlatformAccount("super_admin"),
    `/tenant-management/${organization.id}`,
  );
  for (const tab of ["", "?tab=limits", "?tab=usage"]) {
    await operator.goto(`/tenant-management/${organization.id}${tab}`);
    await expect(limit(operator, meterNames.monthlyTokens).getByRole("meter")).toHaveAttribute(
      "aria-valuetext",
      usedText,
    );
  }
  await operator.goto(`/tenant-management?search=${organization.name}`);
  await expect(operator.getByRole("row").filter({ hasText: organization.name })).toContainText(tokens);
  await operator.context().close();
});

import { readFile } from "node:fs/promises";
import { type Page } from "@playwright/test";
import { expectStreamed } from "../support/downloads.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const rows = (page: Page) => page.getByRole("table", { name: "Einträge des Protokolls" }).getByRole("row");
const sentence = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text });

test("R1-23 R2.4-49 R0-97 see R0-261 an administrator finds a change by keyboard, filters the log and exports it", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const colleague = await people.createMember(organization, "viewer", { lastName: "Muster-Empfang" });
  const admin = await people.createMember(organization, "org_admin", { lastName: "Muster-Leitung" });
  await signIn(page, admin);
  const token = await page.evaluate(
    () => localStorage.getItem("accessToken") ?? sessionStorage.getItem("accessToken"),
  );
  const response = await page.request.put(`/api/v1/users/${colleague.id}/role`, {
    headers: { authorization: `Bearer ${token}`, "x-organization-id": organization.id },
    data: { type: "editor", permissions: ["users:read"] },
  });
  expect(response.status()).toBe(200);

  await page.getByRole("link", { name: "Protokoll", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Protokoll")).toBeVisible();
  await expect(sentence(page, /hat die Rolle von/)).toHaveCount(1);

  await sentence(page, /hat die Rolle von/)
    .getByRole("button", { name: /^Einzelheiten zeigen/ })
    .press("Enter");
  const change = page.getByRole("row", { name: /^Rolle/ });
  await expect(change).toContainText("Nur lesen");
  await expect(change).toContainText("Mitarbeit mit Schreibrecht");
  await expect(page.getByText("127.0.0.1").filter({ visible: true })).toBeVisible();
  // Permissions are shown in words; their codes are in the technical details.
  await expect(page.getByRole("row", { name: /Berechtigungen leer Mitarbeitende: sehen$/ })).toBeVisible();
  await expect(page.getByText("users:read")).toBeHidden();
  await page.getByText("Technisch", { exact: true }).press("Enter");
  await expect(page.getByText("users:read")).toBeVisible();

  // "Wer hat … geändert?" finds the changes made to a person, "Was hat … geändert?" the changes made by them.
  const findByQuestion = async (question: string, name: string, count: number) => {
    await page.getByRole("button", { name: question, exact: true }).press("Enter");
    await page.getByRole("searchbox", { name: "Person suchen" }).fill(name);
    const foundPeople = page.getByRole("list", { name: "Gefundene Personen" });
    await foundPeople.getByRole("button", { name }).press("Enter");
    await expect(page).toHaveURL(/(?:actor|targetId)=/);
    await expect(sentence(page, /hat die Rolle von/)).toHaveCount(count);
    await page.getByRole("button", { name: `Filter ${question} entfernen` }).press("Enter");
  };
  await findByQuestion("Wer hat … geändert?", colleague.lastName, 1);
  await findByQuestion("Was hat … geändert?", colleague.lastName, 0);
  await findByQuestion("Was hat … geändert?", admin.lastName, 1);
  // The details are still open. The filter is in the URL and survives a reload.
  await page.getByRole("button", { name: "Nur dieser Vorgang" }).filter({ visible: true }).press("Enter");
  await expect(page).toHaveURL(/\/audit\?action=user\.role_changed$/);
  await expect(sentence(page, /hat sich angemeldet/)).toHaveCount(0);
  await page.reload();
  await expect(sentence(page, /hat die Rolle von/)).toHaveCount(1);
  await expect(page.getByText("1 Eintrag", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Exportieren" }).press("Enter");
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Tabelle (CSV)" }).press("Enter");
  const download = await downloading;
  expectStreamed(download);
  const file = await readFile(await download.path(), "utf8");
  expect(file.charCodeAt(0)).toBe(0xfeff);
  expect(file).toContain("seq;id;time;action;outcome;");
  expect(file.split("\r\n")[1]).toContain(";user.role_changed;success;");

  await page.getByRole("button", { name: "Filter Vorgang entfernen" }).press("Enter");
  await expect(page).toHaveURL(/\/audit$/);
  // The export itself is logged as well.
  await expect(sentence(page, /hat das Protokoll exportiert/)).toHaveCount(1);
});

test("R2.4-49 see R0-19 the log has filters for the person, the action, the target, the outcome and the time", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin", { lastName: "Muster-Leitung" });
  const colleague = await people.createMember(organization, "viewer", { lastName: "Muster-Empfang" });
  await portal.app.identityDb.write(async (tx) => {
    const actor = { type: "user", id: admin.id } as const;
    const target = { type: "user", id: colleague.id } as const;
    const entry = { organizationId: organization.id, ids: { userId: colleague.id }, actor, target };
    tx.record({ ...entry, action: "user.role_changed" });
  });
  await signIn(page, admin, "/audit");
  await expect(sentence(page, /hat sich angemeldet/)).toHaveCount(1);
  const filters = page.getByRole("group", { name: "Filter" }).getByRole("button");
  await expect(filters).toHaveText([
    "Person",
    "Was hat … geändert?",
    "Wer hat … geändert?",
    "Vorgang",
    "Betrifft",
    "Ergebnis",
    "Zeitraum",
  ]);
  await filters.filter({ hasText: "Ergebnis" }).click();
  await page.getByRole("radio", { name: "Abgelehnt" }).check();
  await expect(page).toHaveURL(/outcome=denied/);
  await expect(sentence(page, /hat sich angemeldet/)).toHaveCount(0);
  const remove = async (filter: string) => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: `Filter ${filter} entfernen` }).click();
    await expect(page).toHaveURL(/\/audit$/);
  };
  await remove("Ergebnis");
  await filters.filter({ hasText: "Betrifft" }).click();
  await page.getByRole("radio", { name: "Webhook", exact: true }).check();
  await expect(page).toHaveURL(/\?targetType=webhook$/);
  await expect(sentence(page, /hat sich angemeldet/)).toHaveCount(0);
  await remove("Betrifft");
  await filters.filter({ hasText: "Vorgang" }).click();
  await page.getByRole("searchbox", { name: "Vorgang suchen" }).fill("Alles zu: Webhooks");
  await page.getByRole("radio", { name: "Alles zu: Webhooks" }).check();
  await expect(page).toHaveURL(/\?action=webhook\.(?:\*|%2A)$/);
  await expect(sentence(page, /hat sich angemeldet/)).toHaveCount(0);
  await remove("Vorgang");
  await filters.filter({ hasText: "Vorgang" }).click();
  await page.getByRole("radio", { name: "Rollen und Rechte" }).check();
  await expect(page).toHaveURL(/\?action=rights$/);
  await expect(rows(page)).toHaveCount(2);
  await expect(sentence(page, /Rolle/)).toHaveCount(1);
  await expect(sentence(page, /hat sich angemeldet/)).toHaveCount(0);
  await remove("Vorgang");
  await filters.filter({ hasText: "Zeitraum" }).click();
  await page.getByLabel("Bis", { exact: true }).fill("2026-01-31");
  await page.getByRole("button", { name: "Anwenden" }).click();
  await expect(page).toHaveURL(/\?to=2026-01-31$/);
  await expect(sentence(page, /hat sich angemeldet/)).toHaveCount(0);
  await remove("Zeitraum");
  await filters.filter({ hasText: "Zeitraum" }).click();
  await page.getByRole("button", { name: "Heute" }).click();
  await expect(page).toHaveURL(/\?from=\d{4}-\d\d-\d\d$/);
  await expect(sentence(page, /hat sich angemeldet/)).toHaveCount(1);
  await remove("Zeitraum");
  for (const [person, count] of [
    [admin, 1],
    [colleague, 0],
  ] as const) {
    await filters.filter({ hasText: /^Person$/ }).click();
    await page.getByRole("searchbox", { name: "Person suchen" }).fill(person.lastName);
    await page
      .getByRole("list", { name: "Gefundene Personen" })
      .getByRole("button", { name: person.lastName })
      .click();
    await expect(page).toHaveURL(new RegExp(`\\?person=${person.id}$`));
    await expect(sentence(page, /hat sich angemeldet/)).toHaveCount(count);
    await remove("Person");
  }
});

test("see R7n-23 the chain is verified by keyboard and the result is shown as text", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/audit");
  await page.getByRole("button", { name: "Protokoll auf Manipulation prüfen" }).press("Enter");
  await expect(page.getByText("Das Protokoll ist unverändert")).toBeVisible();
  await expect(page.getByText(/^Prüfsumme des Protokolls: [0-9a-f]{64}$/)).toBeVisible();
  // A chain head beyond the last entry means that entries at the end were removed.
  await portal.app.platformDb.writes
    .updateTable("audit_chain")
    .set({ head_seq: "999" })
    .where("organization_id", "=", organization.id)
    .execute();
  await page.getByRole("button", { name: "Protokoll auf Manipulation prüfen" }).press("Enter");
  await expect(page.getByText("Das Protokoll wurde verändert")).toBeVisible();
  await expect(page.getByText(/wurde das Ende des Protokolls abgeschnitten oder ergänzt/)).toBeVisible();
});

test("the log contains entries that were added after its data had been loaded on hover", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/users");
  const link = page.getByRole("link", { name: "Protokoll", exact: true });
  const loaded = page.waitForResponse(/\/audit\?/);
  await link.hover();
  await loaded;
  await portal.app.identityDb.write(async (tx) => {
    tx.record({
      organizationId: organization.id,
      action: "site.updated",
      actor: { type: "system", id: null },
      ids: { siteId: organization.id },
    });
  });
  await link.click();
  // The sign-in and the change.
  await expect(page.getByText("2 Einträge", { exact: true })).toBeVisible();
});

test("R2.4-49 paging works in both directions, and a notice offers new entries", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin");
  const write = (count: number) =>
    portal.app.identityDb.write(async (tx) => {
      for (let index = 0; index < count; index += 1) {
        tx.record({
          organizationId: organization.id,
          action: "site.updated",
          actor: { type: "system", id: null },
          ids: { siteId: organization.id },
        });
      }
    });
  await write(60);
  await page.clock.install();
  await signIn(page, admin, "/audit?action=site.*");
  // The table header is a row as well.
  await expect(rows(page)).toHaveCount(26);
  await expect(page.getByText("60 Einträge", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Ältere Einträge" }).press("Enter");
  await expect(page).toHaveURL(/cursor=older-/);
  // The buttons still belong to the first page until the second one has loaded.
  await expect(page.getByRole("button", { name: "Neuere Einträge" })).toBeEnabled();
  await page.getByRole("button", { name: "Ältere Einträge" }).press("Enter");
  await expect(rows(page)).toHaveCount(11);
  await expect(page.getByRole("button", { name: "Ältere Einträge" })).toBeDisabled();
  await page.getByRole("button", { name: "Neuere Einträge" }).press("Enter");
  await expect(rows(page)).toHaveCount(26);
  await page.getByRole("button", { name: "Zu den neuesten" }).press("Enter");
  await expect(page).not.toHaveURL(/cursor=/);
  await write(3);
  await page.clock.runFor(31_000);
  await expect(page.getByText("3 neue Einträge")).toBeVisible();
  await page.getByRole("button", { name: "Anzeigen" }).press("Enter");
  await expect(page.getByText("63 Einträge", { exact: true })).toBeVisible();
  await expect(page.getByText("3 neue Einträge")).toHaveCount(0);
});

test("R1-23 a person's page shows their audit entries; users without audit:read do not see the tab", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const colleague = await people.createMember(organization, "viewer");
  await signIn(page, colleague);
  await expect(page.getByRole("link", { name: "Protokoll" })).toHaveCount(0);
  await page.goto("/audit");
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await signIn(
    page,
    await people.createMember(organization, "org_admin"),
    `/users/${colleague.id}?tab=audit`,
  );
  await expect(sentence(page, /hat sich angemeldet/)).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Protokoll", exact: true }).last()).toBeVisible();
});

test("see R2.4-49 R0-19 the search finds names and event texts, and survives a reload", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin", { lastName: "Muster-Leitung" });
  const colleague = await people.createMember(organization, "viewer", { lastName: "Muster-Empfang" });
  await portal.app.identityDb.write(async (tx) => {
    const entry = { organizationId: organization.id, ids: { userId: colleague.id } };
    const actor = { type: "user", id: admin.id } as const;
    tx.record({ ...entry, actor, action: "user.role_changed", target: { type: "user", id: colleague.id } });
    tx.record({ ...entry, actor, action: "user.updated", target: { type: "user", id: admin.id } });
  });
  await signIn(page, admin, "/audit");
  await expect(rows(page)).toHaveCount(4);
  // Entries of the same minute are distinguished by their seconds.
  await expect(rows(page).nth(1).getByRole("time")).toHaveText(/^Heute, \d{2}:\d{2}:\d{2}$/);
  const search = page.getByRole("searchbox", { name: "Protokoll durchsuchen" });
  await search.fill("muster-empfang");
  await expect(rows(page)).toHaveCount(2);
  await expect(sentence(page, /hat die Rolle von/)).toHaveCount(1);
  await expect(page).toHaveURL(/search=muster-empfang/);
  await search.fill("angemeldet");
  await expect(sentence(page, /hat sich angemeldet/)).toHaveCount(1);
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(search).toHaveValue("angemeldet");
  await expect(sentence(page, /hat sich angemeldet/)).toHaveCount(1);
  await expect(rows(page)).toHaveCount(2);
  await search.fill("nirgendwo");
  await expect(page.getByText("Keine Einträge gefunden")).toBeVisible();
  await expect(page.getByText(/Gesucht wird in Namen und Vorgängen/)).toBeVisible();
});

import { readFile } from "node:fs/promises";
import { unzip } from "../../apps/server/test/files/unzip.ts";
import { expectStreamed } from "../support/downloads.ts";
import { openAs } from "../support/open-as.ts";
import { axeFaults } from "../support/faults/page-faults.ts";
import { password } from "../support/people.ts";
import { expect, heading, signIn, test } from "../support/test.ts";
import { chooseEntry } from "./choose-entry.ts";
import { Journey } from "./journey.ts";

test("J10 R1-23 see R0-97 for an inspection, the owner reviews rights and saves evidence; an employee saves their data", async ({
  browser,
  page,
  people,
  portal,
}, testInfo) => {
  test.slow();
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", {
    firstName: "Anna",
    lastName: "Muster-Amsel",
    permissions: ["billing:read"],
  });
  await people.createMember(organization, "viewer", { firstName: "Cem", lastName: "Demo-Cassis" });
  const employee = await people.createMember(organization, "editor", {
    firstName: "Lia",
    lastName: "Beispiel-Linde",
  });
  await signIn(page, owner);
  const journey = new Journey("J10", testInfo);
  const keys = journey.on(page);

  // The quarterly review: a decision and a reason for each account. Members who have never signed in come first.
  await keys.openPage("Rechte-Überprüfung");
  await expect(page.getByText(/^Nächste Überprüfung bis/)).toBeVisible();
  await keys.activate(page.getByRole("button", { name: "Überprüfung beginnen" }));
  const member = (name: string) => page.getByRole("region", { name });
  const [cem, lia, anna] = [
    member("Cem Demo-Cassis"),
    member("Lia Beispiel-Linde"),
    member("Anna Muster-Amsel"),
  ];
  const complete = page.getByRole("button", { name: "Überprüfung abschließen" });
  await expect(complete).toBeDisabled();
  await expect(lia).toBeVisible();
  await expect(heading(page, "Rechte-Überprüfung")).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  const decide = async (person: typeof cem, key: string, choice: RegExp, reason: string) => {
    await expect(person).toBeVisible();
    await keys.tabTo(page.getByRole("button", { name: "Nächste Person" }));
    // A single key makes a choice outside fields; inside a field it types text.
    await keys.press(key);
    await keys.tabTo(person.getByLabel("Begründung"));
    await keys.type(reason);
    await expect(person.getByRole("radio", { name: choice })).toBeChecked();
    await keys.press("Enter");
  };
  await decide(lia, "2", /^Einschränken/, "");
  await expect(lia.getByText("Bitte geben Sie eine Begründung an")).toBeVisible();
  await decide(lia, "2", /^Einschränken/, "Schreibt nicht mehr");
  await decide(cem, "3", /^Beenden/, "1 Jahr nicht mehr hier");
  await expect(anna).toBeVisible();
  // The decisions are kept while the page is closed.
  await page.reload();
  await decide(anna, "1", /^Behalten/, "Leitet die Praxis");
  await expect(complete).toBeEnabled();
  await people.expireStepUps(owner);
  await keys.activate(complete, "Shift+Tab");
  const stepUpDialog = page.getByRole("dialog", { name: "Bitte bestätigen Sie Ihre Identität" });
  await expect(stepUpDialog.getByLabel("Ihr Passwort")).toBeFocused();
  await keys.type(password);
  await keys.press("Enter");
  await expect(page.getByText("Noch zu tun", { exact: true })).toHaveCount(2);
  await expect(heading(page, "Rechte-Überprüfung")).toBeFocused();

  // Each decision leads to the dialog that carries it out; a reload does not open it again.
  await keys.activate(page.getByRole("link", { name: "Rechte ändern: Lia Beispiel-Linde" }));
  const role = page.getByRole("dialog", { name: "Rolle von Lia Beispiel-Linde ändern" });
  await expect(role).toBeVisible();
  await expect(page).toHaveURL(/\?tab=rights&from=reviews$/);
  await keys.tabTo(role.getByRole("radio", { name: /^Mitarbeit mit Schreibrecht/ }));
  await keys.press("ArrowDown");
  await expect(role.getByRole("radio", { name: /^Nur lesen/ })).toBeChecked();
  await keys.activate(role.getByRole("button", { name: "Rolle ändern" }));
  await expect(role).toHaveCount(0);
  await expect(heading(page, "Lia Beispiel-Linde")).toBeFocused();
  await page.goBack();
  await expect(page.getByText("Erledigt", { exact: true })).toHaveCount(1);
  await keys.activate(page.getByRole("link", { name: "Austritt planen: Cem Demo-Cassis" }));
  const leaving = page.getByRole("dialog", { name: "Austritt von Cem Demo-Cassis planen" });
  await keys.tabTo(leaving.getByRole("radio", { name: "Zu einem bestimmten Zeitpunkt" }));
  await expect(page).toHaveURL(/\?tab=staff&from=reviews$/);
  await keys.press("ArrowDown");
  await keys.activate(leaving.getByRole("button", { name: "Jetzt beenden" }));
  await expect(leaving).toHaveCount(0);
  await expect(page.getByText("Austritt von Cem Demo-Cassis ausgeführt").first()).toBeVisible();

  // The owner saves the accounts with their rights and last sign-in.
  const save = async (file: string) => {
    await keys.activate(page.getByRole("button", { name: "Exportieren" }));
    const downloading = page.waitForEvent("download");
    await chooseEntry(keys, page.getByRole("menuitem", { name: file }));
    return readFile(await (await downloading).path(), "utf8");
  };
  await keys.openPage("Mitarbeitende");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  const accounts = (await save("Als CSV (für Excel)")).trimEnd().split("\r\n");
  const [header = [], ...lines] = accounts.map((line) => line.split(";"));
  const valueOf = (person: string, column: string) =>
    lines.find((line) => line.includes(person))?.[header.indexOf(column)];
  expect(valueOf("Muster-Amsel", "Rolle")).toBe("Praxis-Administration");
  expect(valueOf("Muster-Amsel", "Berechtigungen")).toContain("users:write");
  expect(valueOf("Beispiel-Linde", "Rolle")).toBe("Nur lesen");
  expect(valueOf("Beispiel-Linde", "Berechtigungen")).not.toContain("users:write");
  expect(valueOf("Muster-Amsel", "Letzte Anmeldung")).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(valueOf("Beispiel-Linde", "Letzte Anmeldung")).toBe("");

  // The log, and the proof that it is unchanged.
  await keys.openPage("Protokoll");
  await expect(heading(page, "Protokoll")).toBeVisible();
  await keys.activate(page.getByRole("button", { name: "Protokoll auf Manipulation prüfen" }));
  await expect(page.getByText("Das Protokoll ist unverändert")).toBeVisible();
  const log = await save("Tabelle (CSV)");
  expect(log).toContain("seq;id;time;action;outcome;");
  expect(log).toContain(";user.exported;success;");

  // The evidence folder with all data is ready within a minute.
  await keys.openPage("Nachweis-Mappe");
  await keys.activate(page.getByRole("button", { name: "Mappe erstellen" }));
  const saveZip = page.getByRole("button", { name: /^ZIP der Mappe vom .* herunterladen$/ });
  await expect(saveZip).toBeVisible({ timeout: 60_000 });
  const contents = page.getByRole("table", { name: "Inhalt" });
  const statement = (text: string) => contents.getByRole("row").filter({ hasText: text });
  await expect(statement("Wer hat welche Rechte")).toContainText("Belegt");
  await expect(statement("Regelmäßige Rechte-Überprüfung")).toContainText("Belegt");
  await expect(statement("Protokoll unverändert")).toContainText("Belegt");
  const downloading = page.waitForEvent("download");
  await keys.activate(saveZip);
  const files = await unzip(await readFile(await (await downloading).path()));
  const fileOf = (name: string) => String(files.get(name));
  expect(fileOf("01-rechte-konten.csv")).toContain(";Sieht Kosten und Rechnungen.;billing:read;");
  expect(fileOf("05-austritte.csv")).toContain("Cem Demo-Cassis;");

  // An employee downloads the data that is stored about them.
  const ownPage = await openAs(browser, portal, employee, "/settings");
  const ownKeys = journey.on(ownPage);
  await expect(heading(ownPage, "Einstellungen")).toBeVisible();
  const savingOwn = ownPage.waitForEvent("download");
  await ownKeys.activate(ownPage.getByRole("button", { name: "Meine Daten herunterladen" }));
  const saved = await savingOwn;
  expectStreamed(saved);
  expect(saved.suggestedFilename()).toMatch(/^meine-daten-\d{4}-\d\d-\d\d\.json$/);
  const ownText = await readFile(await saved.path(), "utf8");
  const ownData = JSON.parse(ownText) as {
    account: { account: unknown[] };
    organizations: { membership: unknown[]; reviews: unknown[]; actionsOfOthersAboutMe: unknown[] }[];
  };
  expect(ownData.account.account).toMatchObject([{ lastName: "Beispiel-Linde" }]);
  expect(ownData.organizations[0]?.membership).toMatchObject([{ role: "viewer" }]);
  expect(ownData.organizations[0]?.reviews).toMatchObject([{ reason: "Schreibt nicht mehr" }]);
  expect(ownData.organizations[0]?.actionsOfOthersAboutMe).toContainEqual(
    expect.objectContaining({ action: "user.role_changed", actorRole: "org_admin" }),
  );
  for (const name of ["Muster-Amsel", "Demo-Cassis"]) expect(ownText).not.toContain(name);
  journey.finish();
});

import type { Page } from "@playwright/test";
import { expectStreamed } from "../support/downloads.ts";
import { openAs } from "../support/open-as.ts";
import { endContractIn } from "../support/contract-ends.ts";
import { password } from "../support/people.ts";
import { expect, signIn, test } from "../support/test.ts";

const dayMs = 86_400_000;
const german = new Intl.DateTimeFormat("de-DE", {
  timeZone: "Europe/Berlin",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});
const iso = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

const contract = (page: Page) => page.getByRole("region", { name: "Vertrag", exact: true });
const banner = (page: Page) => page.getByRole("status").filter({ hasText: "Der Vertrag ist beendet" });

test("see R0-106 an org_admin gives notice after a step-up, reads its effect and dates, and withdraws it", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ name: "Praxis am Musterende" });
  const admin = await people.createMember(organization, "org_admin");
  await signIn(page, admin, "/organization?tab=settings&group=export");
  await expect(contract(page)).toContainText("Der Vertrag ist nicht gekündigt.");
  await people.expireStepUps(admin);
  await contract(page).getByRole("button", { name: "Kündigen …" }).click();
  const confirmation = page.getByRole("alertdialog", {
    name: "Vertrag von „Praxis am Musterende“ kündigen?",
  });
  await confirmation.getByLabel("Letzter Tag des Vertrags").fill(iso.format(inDays(10)));
  await expect(confirmation).toContainText(`Bis ${german.format(inDays(10))} bleibt alles, wie es ist.`);
  await expect(confirmation).toContainText(`bis ${german.format(inDays(40))} alles ansehen und exportieren`);
  await confirmation.getByRole("button", { name: "Vertrag kündigen" }).click();
  const identity = page.getByRole("dialog", { name: "Bitte bestätigen Sie Ihre Identität" });
  await identity.getByLabel("Ihr Passwort").fill(password);
  await identity.getByRole("button", { name: "Bestätigen" }).click();
  await expect(confirmation).toHaveCount(0);
  await expect(contract(page)).toContainText(`Gekündigt am${german.format(Date.now())}`);
  await expect(contract(page)).toContainText(`Letzter Tag des Vertrags${german.format(inDays(10))}`);
  await expect(contract(page)).toContainText(`Ansehen und exportieren bis${german.format(inDays(40))}`);
  // Nothing has ended yet.
  await expect(banner(page)).toHaveCount(0);

  await contract(page).getByRole("button", { name: "Kündigung zurücknehmen …" }).click();
  const withdrawal = page.getByRole("alertdialog", {
    name: "Kündigung von „Praxis am Musterende“ zurücknehmen?",
  });
  await withdrawal.getByRole("button", { name: "Kündigung zurücknehmen" }).click();
  await expect(contract(page)).toContainText("Der Vertrag ist nicht gekündigt.");
});

test("see R0-106 after the end of the contract every page counts the days, and only the operator withdraws the notice @soak", async ({
  page,
  people,
  portal,
  browser,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin");
  await endContractIn(portal, organization, -3);
  await signIn(page, admin, "/users");
  await expect(banner(page)).toContainText(`nur ansehen und exportieren bis ${german.format(inDays(26.5))}`);
  await expect(banner(page)).toContainText("Noch 27 Tage. Danach werden alle Daten gelöscht.");
  await banner(page).getByRole("link", { name: "Zum Export" }).click();
  await expect(page).toHaveURL(/\/organization\?tab=settings&group=export$/);
  await expect(contract(page)).toContainText(
    "Nur der Betreiber des Portals kann die Kündigung noch zurücknehmen.",
  );
  await expect(contract(page).getByRole("button")).toHaveCount(0);

  const operator = await people.createPlatformAccount("super_admin");
  const operatorPage = await openAs(browser, portal, operator, `/tenant-management/${organization.id}`);
  await expect(operatorPage.getByRole("button", { name: "Wieder freigeben …" })).toHaveAttribute(
    "title",
    "Der Vertrag ist beendet. Nehmen Sie zuerst die Kündigung zurück (Export & Sicherung).",
  );
  // The badges do not mention a suspension that the operator could lift.
  const states = operatorPage.getByRole("main");
  await expect(states.getByText("Vertrag beendet", { exact: true }).first()).toBeVisible();
  await expect(states.getByText("Ausgesetzt", { exact: true })).toHaveCount(0);
  await operatorPage.getByRole("link", { name: "Zum Vertrag" }).click();
  await contract(operatorPage).getByRole("button", { name: "Kündigung zurücknehmen …" }).click();
  const confirmation = operatorPage.getByRole("alertdialog");
  await expect(confirmation).toContainText("Die Praxis ist sofort wieder aktiv");
  await confirmation.getByRole("button", { name: "Kündigung zurücknehmen" }).click();
  await expect(contract(operatorPage)).toContainText("Der Vertrag ist nicht gekündigt.");
  await expect(operatorPage.getByRole("button", { name: "Aussetzen …" })).toBeEnabled();
  await operatorPage.context().close();
  await expect(banner(page)).toHaveCount(0);
});

test("R0-97 see R0-108 the operator finds an erased organization by its former name and downloads its certificate", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization({ name: "Praxis Probe-Abschied" });
  await people.createMember(organization, "org_admin");
  await endContractIn(portal, organization, -31);
  await signIn(page, await people.createPlatformAccount("super_admin"), "/tenant-management");
  await page.getByRole("button", { name: "Bescheinigungen" }).click();
  const list = page.getByRole("dialog", { name: "Löschbescheinigungen" });
  await expect(list.getByRole("link", { name: "Praxen, „Gelöscht“" })).toHaveAttribute(
    "href",
    "/organizations?status=deleted",
  );
  await list.getByRole("searchbox", { name: "Frühere Praxis suchen" }).fill("abschied");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(list.getByRole("listitem")).toContainText(`gelöscht ${german.format(Date.now())}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    list
      .getByRole("button", { name: "Löschbescheinigung von „Praxis Probe-Abschied“ als PDF herunterladen" })
      .click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^loeschbescheinigung-.+\.pdf$/);
  expectStreamed(download);
  await list.getByRole("searchbox", { name: "Frühere Praxis suchen" }).fill("gibt es nicht");
  await expect(list).toContainText("Keine frühere Praxis gefunden");
});

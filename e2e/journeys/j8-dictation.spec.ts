import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { Locator, Page } from "@playwright/test";
import { chromiumExecutable } from "../../tools/chromium.ts";
import { testAi } from "../support/ai.ts";
import { aiManager } from "../support/ai-calls.ts";
import { openAs } from "../support/open-as.ts";
import { expect, heading, signIn, test } from "../support/test.ts";
import { Journey } from "./journey.ts";

const { executablePath, args, env } = await chromiumExecutable();
/** A fake microphone that beeps, with the permission granted. */
const microphone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: { executablePath, args: [...args, ...microphone], env } });

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("J8 R1-13 R1-14 R1-15 R2.1-33 R7a-06 a doctor dictates with a budget: a missing approval is named, names stay local, answers can be stopped, the budget warns and blocks", async ({
  page,
  people,
  portal,
  browser,
}, testInfo) => {
  test.setTimeout(90_000);
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", { permissions: [...firstAdminGrants] });
  const doctor = await people.createMember(organization, "editor", {
    firstName: "Anke",
    lastName: "Muster-Sommer",
    permissions: ["ai:use"],
  });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/ai/stream")) sent.push(request.postDataJSON().prompt as string);
  });
  await signIn(page, doctor);
  const office = await openAs(browser, portal, owner);
  const journey = new Journey("J8", testInfo);
  const keys = journey.on(page);
  const officeKeys = journey.on(office);

  // Without the approval, the doctor sees what is missing.
  await keys.openPage("KI-Assistent");
  await expect(heading(page, "KI-Assistent")).toBeVisible();
  await expect(page.getByText("Kein KI-Anbieter ist nutzbar")).toBeVisible();
  const missing = page.getByRole("listitem").filter({ hasText: testAi.name }).first();
  await expect(missing).toContainText("Die Freigabe fehlt.");
  await expect(missing).toContainText("Die Verpflichtung zur Verschwiegenheit nach § 203 StGB fehlt.");
  await expect(missing).toContainText("Der Auftragsverarbeitungsvertrag (AVV) fehlt.");

  // The owner records the agreements and approves the provider, which opens the assistant at once.
  await officeKeys.openPage("Praxisprofil");
  await officeKeys.activate(office.getByRole("link", { name: "KI", exact: true }));
  const provider = office
    .getByRole("listitem")
    .filter({ has: office.getByRole("heading", { name: testAi.name }) });
  await officeKeys.activate(provider.getByRole("button", { name: /^Freig/ }));
  const approval = office.getByRole("dialog");
  await officeKeys.tabTo(approval.getByLabel(/^Anbieter für Ihre Praxis freigeben/));
  await officeKeys.press("Space");
  const enter = async (field: Locator, text: string) => {
    await officeKeys.tabTo(field);
    await officeKeys.type(text);
  };
  await enter(approval.getByLabel(/^Verpflichtung nach § 203/), "02012026");
  await enter(approval.getByLabel(/^Fassung/), "1.0");
  await enter(approval.getByLabel(/^Unterschrieben am/), "02012026");
  await officeKeys.activate(approval.getByRole("button", { name: "Speichern" }));
  await expect(approval).toHaveCount(0);

  // The redaction: only placeholders leave the browser.
  const field = page.getByLabel("Ihre Anfrage");
  await keys.tabTo(page.getByLabel("Modell", { exact: true }));
  await keys.type("demo-s");
  await keys.tabTo(field);
  await keys.type(
    "Frau Musterfrau, geb. 12.03.1961, Tel. 030 5550123, mia@example.org, hustet. Der Wirt vom Krug auch. #lang 48",
  );
  await keys.press("Control+Enter");
  const preview = region(page, "Vorschau");
  const send = page.getByRole("button", { name: "Mit Platzhaltern senden" });
  await expect(preview).toContainText("Geburtsdatum 1");
  await expect(send).toBeFocused();
  expect(sent).toEqual([]);
  // Mark by hand what was not recognized: "Krug", selected only with the keyboard.
  await keys.tabTo(field, "Shift+Tab");
  await page.keyboard.press("Control+Home");
  const offset = (await field.inputValue()).indexOf("Krug");
  for (let step = 0; step < offset; step += 1) await page.keyboard.press("ArrowRight");
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("Shift+ArrowRight");
  await keys.activate(page.getByRole("button", { name: "Name", exact: true }));
  await expect(preview).toContainText("Name 2");
  await keys.activate(send);
  await expect(page.getByText("KI-Entwurf – bitte prüfen")).toBeVisible();
  await expect(page.getByText(/ ·\s\d+ Einheiten gelesen, 48 geschrieben$/).first()).toBeVisible();
  expect(sent).toEqual([
    "Frau [Name 1], geb. [Geburtsdatum 1], Tel. [Telefon 1], [E-Mail 1], hustet. Der Wirt vom [Name 2] auch. #lang 48",
  ]);
  const answer = region(page, "Text der Antwort");
  await expect(answer).toContainText("keine echte KI");
  // The last of the 48 tokens.
  await expect(answer).toContainText("wie hoch das Kontingent ist. Umlaute");

  // An answer is stopped at any time.
  await keys.tabTo(field, "Shift+Tab");
  await page.keyboard.press("Control+a");
  await keys.type("Noch einmal ausführlich. #lang 2000 #langsam");
  await keys.press("Control+Enter");
  await expect(page.getByRole("button", { name: "Stopp" })).toBeVisible();
  await expect(answer).toContainText("Demonstration –");
  await keys.activate(page.getByRole("button", { name: "Stopp" }));
  await expect(page.getByText(/^Von Ihnen gestoppt/)).toBeVisible();

  // Nothing is recorded without consent.
  await keys.activate(page.getByRole("button", { name: "Neu beginnen" }));
  await keys.activate(page.getByRole("button", { name: "Diktieren" }));
  const consent = page.getByRole("checkbox", { name: /^Die sprechende Person ist einverstanden/ });
  await expect(consent).toBeFocused();
  const begin = page.getByRole("button", { name: "Aufnahme starten" });
  await expect(begin).toHaveAttribute("aria-disabled", "true");
  await keys.press("Space");
  await keys.activate(begin);
  await expect(page.getByText("Aufnahme läuft")).toBeVisible();
  await expect(page.getByRole("timer")).not.toHaveText("0:00");
  await keys.activate(page.getByRole("button", { name: "Pause" }));
  await expect(page.getByText("Aufnahme pausiert")).toBeVisible();
  await keys.activate(page.getByRole("button", { name: "Weiter", exact: true }));
  await keys.activate(page.getByRole("button", { name: "Fertig", exact: true }));
  await expect(page.getByText(/^Diktat eingefügt ·\s/)).toBeVisible();
  await expect(field).toBeFocused();
  // The transcript ends with a whole sentence, and what was said about the dictation ends with its request.
  await expect(field).toHaveValue(/\S\.$/);
  await keys.press("Control+Enter");
  await expect(page.getByText(/geschrieben$/).first()).toBeVisible();
  await expect(page.getByText(/^Diktat eingefügt ·\s/)).toHaveCount(0);

  // The doctor's own budget: a warning above 80 %, nothing more at 100 %.
  const manager = await aiManager(portal, owner);
  await expect.poll(() => manager.used(doctor.id)).toBeGreaterThan(100);
  const used = await manager.used(doctor.id);
  await manager.limit(doctor.id, Math.ceil(used / 0.9));
  await expect(page.getByText(/^Mehr als 80\s% Ihres Kontingents sind verbraucht/)).toBeVisible();
  await manager.limit(doctor.id, used);
  await expect(page.getByText("Ihr Kontingent dieses Monats ist aufgebraucht")).toBeVisible();
  await expect(page.getByRole("button", { name: "Senden" })).toHaveAttribute("aria-disabled", "true");
  journey.finish();
  await office.context().close();
});

import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { chromiumExecutable } from "../../tools/chromium.ts";
import { approveAiProvider, testAi } from "../support/ai.ts";
import { aiManager } from "../support/ai-calls.ts";
import { pressButton } from "../support/press-button.ts";
import { readBrowserState } from "../support/browser-state.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const { executablePath, args, env } = await chromiumExecutable();
/** A fake microphone that beeps, with the permission granted. */
const microphone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: { executablePath, args: [...args, ...microphone], env } });

const doctor = { firstName: "Anke", lastName: "Muster-Sommer", permissions: ["ai:use"] };

test("R1-13 R1-14 R1-15 R2.1-33 R7a-06 a doctor dictates and sends a prompt by keyboard: a missing approval is shown, names stay local, answers can be stopped, the budget warns and blocks", async ({
  page,
  people,
  portal,
}) => {
  test.setTimeout(60_000);
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", { permissions: [...firstAdminGrants] });
  const anke = await people.createMember(organization, "editor", doctor);
  const manager = await aiManager(portal, owner);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/ai/stream")) sent.push(request.postDataJSON().prompt as string);
  });

  await signIn(page, anke);
  await page.getByRole("link", { name: "KI-Assistent" }).focus();
  await page.keyboard.press("Enter");
  await expect(heading(page, "KI-Assistent")).toBeVisible();
  await expect(page.getByText("Kein KI-Anbieter ist nutzbar")).toBeVisible();
  const missing = page.getByRole("listitem").filter({ hasText: testAi.name }).first();
  await expect(missing).toContainText("Die Freigabe fehlt.");
  await expect(missing).toContainText("Die Verpflichtung zur Verschwiegenheit nach § 203 StGB fehlt.");
  await expect(missing).toContainText("Der Auftragsverarbeitungsvertrag (AVV) fehlt.");

  await manager.approve(testAi.provider);
  const field = page.getByLabel("Ihre Anfrage");
  await expect(field).toBeVisible();
  await page.getByLabel("Modell", { exact: true }).selectOption(testAi.chat);

  await field.focus();
  await page.keyboard.type("Frau Musterfrau, geb. 12.03.1961, hustet. Der Wirt vom Krug auch. #lang 48");
  await page.keyboard.press("Control+Enter");
  const preview = page.getByRole("region", { name: "Vorschau" });
  await expect(preview).toContainText("Geburtsdatum 1");
  await expect(page.getByRole("button", { name: "Mit Platzhaltern senden" })).toBeFocused();
  expect(sent).toEqual([]);
  // Mark by hand what was not recognised: "Krug", selected only with the keyboard.
  await field.focus();
  await page.keyboard.press("Control+Home");
  const placeholderOffset = "Frau Musterfrau, geb. 12.03.1961, hustet. Der Wirt vom ".length;
  for (let step = 0; step < placeholderOffset; step += 1) await page.keyboard.press("ArrowRight");
  for (let step = 0; step < 4; step += 1) await page.keyboard.press("Shift+ArrowRight");
  await pressButton(page, "Name");
  await expect(preview).toContainText("Name 2");
  await pressButton(page, "Mit Platzhaltern senden");
  await expect(page.getByText("KI-Entwurf – bitte prüfen")).toBeVisible();
  await expect(page.getByText(/ · \d+ Einheiten gelesen, 48 geschrieben$/).first()).toBeVisible();
  expect(sent).toEqual([
    "Frau [Name 1], geb. [Geburtsdatum 1], hustet. Der Wirt vom [Name 2] auch. #lang 48",
  ]);
  const answer = page.getByRole("region", { name: "Text der Antwort" });
  await expect(answer).toContainText("keine echte KI");
  // The last of the 48 tokens.
  await expect(answer).toContainText("Umlaute wie in Größe,");

  await field.fill("Noch einmal ausführlich. #lang 2000 #langsam");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: "Stopp" })).toBeVisible();
  await expect(answer).toContainText("Demonstration –");
  await page.keyboard.press("Escape");
  await expect(page.getByText(/^Von Ihnen gestoppt/)).toBeVisible();

  await pressButton(page, "Neu beginnen");
  await pressButton(page, "Diktieren");
  const consent = page.getByRole("checkbox", { name: /^Die sprechende Person ist einverstanden/ });
  await expect(consent).toBeFocused();
  await expect(page.getByRole("button", { name: "Aufnahme starten" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.keyboard.press("Space");
  await pressButton(page, "Aufnahme starten");
  await expect(page.getByText("Aufnahme läuft")).toBeVisible();
  await expect(page.getByRole("timer")).not.toHaveText("0:00");
  await pressButton(page, "Pause");
  await expect(page.getByText("Aufnahme pausiert")).toBeVisible();
  await pressButton(page, "Weiter");
  await pressButton(page, "Fertig");
  await expect(page.getByText(/^Diktat eingefügt · /)).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/\S/);

  await expect.poll(() => manager.used(anke.id)).toBeGreaterThan(100);
  const used = await manager.used(anke.id);
  await manager.limit(anke.id, Math.ceil(used / 0.9));
  await expect(page.getByText(/^Mehr als 80 % Ihres Kontingents sind verbraucht/)).toBeVisible();
  await manager.limit(anke.id, used);
  await expect(page.getByText("Ihr Kontingent dieses Monats ist aufgebraucht")).toBeVisible();
  await expect(page.getByRole("button", { name: "Senden" })).toHaveAttribute("aria-disabled", "true");
});

test("R5-44 a recording above 10485760 bytes is refused before upload; one of exactly that size is sent", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const anke = await people.createMember(organization, "editor", doctor);
  await approveAiProvider(portal, organization);
  const sizes: number[] = [];
  await page.route("**/api/ai/transcribe", async (route) => {
    sizes.push(route.request().postDataBuffer()?.length ?? 0);
    await route.abort();
  });
  await signIn(page, anke, "/assistant");
  await pressButton(page, "Diktieren");
  const consent = page.getByRole("checkbox", { name: /einverstanden/ });
  const choose = async (bytes: number) => {
    await consent.check();
    const chooser = page.waitForEvent("filechooser");
    await pressButton(page, "Audiodatei wählen");
    const buffer = Buffer.alloc(bytes);
    await (await chooser).setFiles({ name: "besuch.mp3", mimeType: "audio/mpeg", buffer });
  };
  await choose(10_485_761);
  await expect(page.getByText("Die Datei darf höchstens 10 MB groß sein")).toBeVisible();
  await expect(consent).not.toBeChecked();
  expect(sizes).toEqual([]);
  await choose(10_485_760);
  await expect(page.getByText("Das Diktat hat nicht geklappt")).toBeVisible();
  expect(sizes).toHaveLength(1);
});

test("see R1-14 stopping AI for the organization ends a running answer with the reason", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", { permissions: [...firstAdminGrants] });
  const anke = await people.createMember(organization, "editor", doctor);
  await approveAiProvider(portal, organization);
  const manager = await aiManager(portal, owner);
  await signIn(page, anke, "/assistant");
  await page.getByLabel("Ihre Anfrage").fill("Bitte ausführlich. #lang 2000 #langsam");
  await pressButton(page, "Senden");
  const answer = page.getByRole("region", { name: "Text der Antwort" });
  await expect(answer).toContainText("Demonstration –");
  await manager.stop("Der Vertrag wird geprüft");
  await expect(page.getByRole("alert").filter({ hasText: "Die Antwort wurde angehalten" })).toContainText(
    "Grund: Der Vertrag wird geprüft",
  );
  await expect(page.getByText(/^Berechnet wurde: /)).toBeVisible();
  // The partial answer stays readable, and no further prompt is possible.
  await expect(answer).toContainText("Demonstration –");
  await expect(page.getByRole("button", { name: "Senden" })).toHaveAttribute("aria-disabled", "true");
});

test("see R3-95 prompts, recordings and answers are removed from the browser when the screen is locked", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const anke = await people.createMember(organization, "editor", doctor);
  await approveAiProvider(portal, organization);
  await signIn(page, anke, "/assistant");
  await page.getByLabel("Ihre Anfrage").fill("Kanarienwort Gelbvogel. #lang 30");
  await pressButton(page, "Senden");
  await expect(page.getByText(/30 geschrieben$/).first()).toBeVisible();
  await page.getByLabel("Ihre Anfrage").fill("Kanarienwort Grünvogel");
  await pressButton(page, "Diktieren");
  await page.getByRole("checkbox", { name: /einverstanden/ }).check();
  await pressButton(page, "Aufnahme starten");
  await expect(page.getByText("Aufnahme läuft")).toBeVisible();
  // Control: the text is on the page now, so the search can find it.
  expect(await readBrowserState(page)).toContain("Grünvogel");

  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Bildschirm sperren" }).click();
  await expect(heading(page, "Bildschirm gesperrt")).toBeVisible();
  const browserState = await readBrowserState(page);
  const canaries = ["Kanarienwort", "Gelbvogel", "Grünvogel", "keine echte KI", testAi.chat];
  expect(canaries.filter((canary) => browserState.includes(canary))).toEqual([]);
});

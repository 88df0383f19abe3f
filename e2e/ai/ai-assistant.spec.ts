import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { chromiumExecutable } from "../../tools/chromium.ts";
import { approveAiProvider, testAi } from "../support/ai.ts";
import { aiManager } from "../support/ai-calls.ts";
import { pressButton } from "../support/press-button.ts";
import { readBrowserState } from "../support/browser-state.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const { executablePath, args, env } = await chromiumExecutable();
/** Simulates a microphone that beeps and grants the permission to use it. */
const microphone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: { executablePath, args: [...args, ...microphone], env } });

const doctor = { firstName: "Anke", lastName: "Muster-Sommer", permissions: ["ai:use"] };

test("R5-44 a recording above 10485760 bytes is refused before upload; a recording of exactly that size is sent", async ({
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

test("the question stays above its answer, and leaving the page asks while the answer is running", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const anke = await people.createMember(organization, "editor", doctor);
  await approveAiProvider(portal, organization);
  await signIn(page, anke, "/assistant");
  const question = `Bitte ausführlich. ${"Wie geht es nach der Operation weiter? ".repeat(10)}`;
  await page.getByLabel("Ihre Anfrage").fill(`${question}#lang 2000 #langsam`);
  await pressButton(page, "Senden");
  const answer = page.getByRole("region", { name: "Antwort", exact: true });
  await expect(answer.getByRole("region", { name: "Text der Antwort" })).toContainText("Demonstration –");
  const shownQuestion = answer.getByText("Wie geht es nach der Operation weiter?").first();
  const height = async () => (await shownQuestion.boundingBox())?.height ?? 0;
  const clampedHeight = await height();
  await answer.getByRole("button", { name: "Ganz anzeigen" }).press("Enter");
  await expect.poll(height).toBeGreaterThan(clampedHeight);

  const leave = () => page.getByRole("link", { name: "Übersicht", exact: true }).press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Seite verlassen?" });
  await leave();
  await expect(dialog).toContainText("Die Antwort wird gerade geschrieben");
  await dialog.getByRole("button", { name: "Hier bleiben" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(heading(page, "KI-Assistent")).toBeVisible();
  await pressButton(page, "Stopp");
  await expect(page.getByText("Von Ihnen gestoppt").first()).toBeVisible();
  await leave();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(dialog).toHaveCount(0);
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

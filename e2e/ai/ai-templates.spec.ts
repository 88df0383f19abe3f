import { approveAiProvider, testAi } from "../support/ai.ts";
import { organizationWithAi } from "../support/organization-with-ai.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

type Sent = { prompt: string; history?: { prompt: string; answer: string }[] };

test("see R0-25 R0-286 a template with a name is refused; without the name it is saved, inserted, renamed and deleted", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const anke = await people.createMember(organization, "editor", { permissions: ["ai:use", "ai:manage"] });
  await people.createMember(organization, "viewer", { firstName: "Ole", lastName: "Quastenflosser" });
  await approveAiProvider(portal, organization);
  await signIn(page, anke, "/assistant");
  const field = page.getByLabel("Ihre Anfrage");
  await field.fill("Fasse zusammen wie bei Quastenflosser.");
  // The toolbar with the number of names and the send button are in one row.
  await expect(page.getByRole("button", { name: /^Vorschau/ })).toContainText("1");
  const topOf = (name: string) =>
    page
      .getByRole("button", { name, exact: true })
      .evaluate((button) => Math.round(button.getBoundingClientRect().top));
  expect(await topOf("Senden")).toBe(await topOf("Verwerfen"));
  await pressButton(page, "Vorlagen");
  await expect(page.getByText("Noch keine Vorlagen,")).toBeVisible();
  await pressButton(page, "Text als Vorlage speichern");
  const dialog = page.getByRole("dialog", { name: "Vorlage speichern" });
  await dialog.getByLabel("Name der Vorlage").fill("Kurzbrief");
  await pressButton(page, "Speichern");
  await expect(dialog.getByText(/Bitte entfernen Sie: „Quastenflosser“/)).toBeVisible();
  await expect(dialog.getByRole("alert")).toContainText("Die Vorlage wurde nicht gespeichert");
  await dialog.getByLabel("Text").fill("Fasse den Befund in drei Sätzen zusammen.");
  await dialog.getByLabel("Für wen").selectOption("shared");
  await pressButton(page, "Speichern");

  const shared = page.getByRole("region", { name: "Vorlagen der Praxis" });
  await expect(shared.getByRole("listitem")).toHaveCount(1);
  // A dialog that takes the focus from a menu inside it would close the menu. The click comes before the menu is
  // downloaded.
  const list = page.getByRole("dialog", { name: "Vorlagen" });
  await list.evaluate((element) => element.addEventListener("focus", () => (element.dataset["focus"] = "")));
  await page.getByRole("button", { name: "Aktionen für Kurzbrief" }).evaluate((button: HTMLElement) => {
    button.focus();
    button.click();
  });
  await expect(page.getByRole("menuitem", { name: "Bearbeiten" })).toBeVisible();
  await expect(list).not.toHaveAttribute("data-focus");
  await page.getByRole("menuitem", { name: "Bearbeiten" }).press("Enter");
  await page.getByLabel("Name der Vorlage").fill("Dreisatzbrief");
  await pressButton(page, "Speichern");
  await expect(shared.getByRole("button", { name: /^Dreisatzbrief Fasse/ })).toBeVisible();
  const toasts = page.getByRole("region", { name: "Meldungen" });
  await toasts.getByRole("button", { name: "Rückgängig machen" }).click();
  await expect(toasts).toContainText("Die Änderung wurde rückgängig gemacht");
  await page.getByRole("button", { name: "Aktionen für Kurzbrief" }).press("Enter");
  await page.getByRole("menuitem", { name: "Bearbeiten" }).press("Enter");
  await page.getByLabel("Name der Vorlage").fill("Dreisatzbrief");
  await pressButton(page, "Speichern");
  await list.getByRole("button", { name: "Schließen" }).last().press("Enter");

  await field.fill("");
  await pressButton(page, "Vorlagen");
  await shared.getByRole("button", { name: /^Dreisatzbrief Fasse/ }).press("Enter");
  await expect(field).toHaveValue("Fasse den Befund in drei Sätzen zusammen.");
  await expect(field).toBeFocused();

  await pressButton(page, "Vorlagen");
  await page.getByRole("button", { name: "Aktionen für Dreisatzbrief" }).press("Enter");
  await page.getByRole("menuitem", { name: "Löschen" }).press("Enter");
  await pressButton(page, "Löschen");
  await expect(page.getByText("Noch keine Vorlagen,")).toBeVisible();
});

test("see R0-287 a follow-up prompt replaces the same names, highlights them in the answer, and keeps the draft", async ({
  page,
  people,
  portal,
  request,
}) => {
  const { doctor } = await organizationWithAi(people, portal, request);
  const requests: Sent[] = [];
  await page.route("**/api/ai/stream", async (route) => {
    requests.push(route.request().postDataJSON() as Sent);
    if (requests.length > 1) return route.continue();
    const text = "Sehr geehrte Frau [Name 1], alles Gute.";
    const bill = {
      callId: "0197a000-0000-7000-8000-000000000001",
      provider: testAi.provider,
      model: testAi.chat,
      inputTokens: 7,
      outputTokens: 3,
      cachedTokens: 0,
      reasoningTokens: 0,
      audioSeconds: 0,
      costMicros: 20_000,
      currency: "EUR",
      estimated: false,
    };
    const doneData = JSON.stringify({ finishReason: "stop", bill });
    const body = `data: ${JSON.stringify({ text })}\n\nevent: done\ndata: ${doneData}\n\n`;
    return route.fulfill({ contentType: "text/event-stream", body });
  });
  await signIn(page, doctor, "/assistant");
  const field = page.getByLabel("Ihre Anfrage");
  await field.fill("Frau Zwirbelhuber hustet.");
  await page.keyboard.press("Control+Enter");
  await pressButton(page, "Mit Platzhaltern senden");
  const answer = page.getByRole("region", { name: "Text der Antwort" });
  await expect(answer.locator("mark")).toHaveText("Zwirbelhuber");
  await expect(page.getByText(/^Hervorgehoben: 1 Angabe, die nicht gesendet/)).toBeVisible();
  await expect(field).toHaveValue("");

  await field.fill("Schreibe kürzer, Zwirbelhuber und Muster-Probe lesen mit. #lang 10 #takt 0");
  await page.keyboard.press("Control+Enter");
  await pressButton(page, "Mit Platzhaltern senden");
  await expect(answer).toContainText("keine echte KI");
  await expect.poll(() => requests.length).toBe(2);
  expect(requests[1]).toMatchObject({
    prompt: "Schreibe kürzer, [Name 1] und [Name 2] lesen mit. #lang 10 #takt 0",
    history: [{ prompt: "Frau [Name 1] hustet.", answer: "Sehr geehrte Frau [Name 1], alles Gute." }],
  });
  const earlier = page.getByRole("region", { name: "Bisher in diesem Gespräch" });
  await expect(earlier.getByRole("listitem")).toContainText("Sehr geehrte Frau Zwirbelhuber");

  await expect(field).toHaveValue("");
  await field.fill("Ein angefangener Satz");
  await page.getByRole("link", { name: "Übersicht" }).first().press("Enter");
  await expect(heading(page, "KI-Assistent")).toBeHidden();
  await page.getByRole("link", { name: "KI-Assistent" }).first().press("Enter");
  await expect(field).toHaveValue("Ein angefangener Satz");
  await expect(earlier).toBeHidden();
  await pressButton(page, "Verwerfen");
  await expect(field).toHaveValue("");
  await pressButton(page, "Rückgängig");
  await expect(field).toHaveValue("Ein angefangener Satz");
  await page.reload();
  await expect(field).toHaveValue("");
});

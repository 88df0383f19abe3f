import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { Page } from "@playwright/test";
import { readyAi } from "./support/ai.ts";
import { press } from "./support/press.ts";
import { expect, signIn, test } from "./support/test.ts";

const doctorName = "Anke Muster-Sommer";

/** A switch on its screen, and the message shown to the doctor. */
const switches = [
  {
    scope: "platform",
    viewer: "super_admin",
    path: "/ai-providers",
    card: "KI der ganzen Plattform",
    stop: "Überall anhalten",
    confirm: "Überall anhalten",
    told: "Die KI ist für die ganze Plattform angehalten",
  },
  {
    scope: "practice",
    viewer: "owner",
    path: "/organization?tab=ai",
    card: "KI der Praxis",
    stop: "KI anhalten",
    confirm: "KI anhalten",
    told: "Die KI ist für Ihre Praxis angehalten",
  },
  {
    scope: "person",
    viewer: "owner",
    path: "/organization?tab=ai",
    card: "KI einzelner Personen",
    stop: "KI für eine Person anhalten",
    confirm: "KI anhalten",
    told: "Die KI ist für Sie angehalten",
  },
] as const;

const ask = async (page: Page, text: string) => {
  await page.getByLabel("Ihre Anfrage").fill(text);
  await press(page, "Senden");
};

for (const { scope, viewer, path, card: title, stop, confirm, told } of switches) {
  test(`R1-14 R2.1-19 the switch of the ${scope} is thrown by keyboard: a running answer ends, the next is refused, and after it all goes on`, async ({
    page,
    people,
    portal,
    browser,
  }) => {
    const practice = await people.practice();
    const doctor = { firstName: "Anke", lastName: "Muster-Sommer", permissions: ["ai:use"] };
    const anke = await people.member(practice, "editor", doctor);
    await readyAi(portal, practice);
    const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
    const desk = await context.newPage();
    await signIn(desk, anke, "/assistant");
    const answer = desk.getByRole("region", { name: "Text der Antwort" });
    const send = desk.getByRole("button", { name: "Senden" });

    const owner = { permissions: [...firstAdminGrants] };
    const who =
      viewer === "owner"
        ? await people.member(practice, "org_admin", owner)
        : await people.platformAccount(viewer);
    await signIn(page, who, path);
    const card = page.getByRole("region", { name: title, exact: true });
    await expect(card).toBeVisible();

    await ask(desk, "Bitte ausführlich. #lang 2000 #langsam");
    await expect(answer).toContainText("Demonstration –");
    await press(page, stop);
    if (scope === "person") {
      await page.getByRole("dialog").getByLabel("Name").fill("Sommer");
      await press(page, doctorName);
    }
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: confirm }).press("Enter");
    await expect(question.getByLabel("Grund")).toHaveAccessibleDescription(/erforderlich/);
    await question.getByLabel("Grund").fill("Der Vertrag wird geprüft");
    await question.getByRole("button", { name: confirm }).press("Enter");
    await expect(question).toHaveCount(0);
    await expect(card).toContainText("Angehalten: Heute");
    await expect(card).toContainText("Grund: Der Vertrag wird geprüft");

    await expect(desk.getByRole("alert").filter({ hasText: "Die Antwort wurde angehalten" })).toBeVisible();
    await expect(desk.getByText(told).first()).toBeVisible();
    await expect(send).toHaveAttribute("aria-disabled", "true");

    await press(page, /^Wieder zulassen/);
    await question.getByRole("button", { name: "Wieder zulassen" }).press("Enter");
    await expect(card).toContainText(scope === "person" ? "für niemanden einzeln angehalten" : "Läuft");
    await expect(desk.getByText(told)).toHaveCount(0);
    await ask(desk, "Und jetzt kurz. #lang 20");
    await expect(desk.getByText(/20 geschrieben$/).first()).toBeVisible();
    await context.close();
  });
}

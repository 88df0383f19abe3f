import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { Page } from "@playwright/test";
import { approveAiProvider } from "../support/ai.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, signIn, test } from "../support/test.ts";
import { isFullRun } from "../support/screens/full-run.ts";

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
    notice: "Die KI ist für die ganze Plattform angehalten",
  },
  {
    scope: "organization",
    viewer: "owner",
    path: "/organization?tab=ai",
    card: "KI der Praxis",
    stop: "KI anhalten",
    confirm: "KI anhalten",
    notice: "Die KI ist für Ihre Praxis angehalten",
  },
  {
    scope: "person",
    viewer: "owner",
    path: "/organization?tab=ai",
    card: "KI einzelner Personen",
    stop: "KI für eine Person anhalten",
    confirm: "KI anhalten",
    notice: "Die KI ist für Sie angehalten",
  },
] as const;

const sendPrompt = async (page: Page, text: string) => {
  await page.getByLabel("Ihre Anfrage").fill(text);
  await pressButton(page, "Senden");
};

for (const { scope, viewer, path, card: title, stop, confirm, notice } of switches) {
  // The switches of the organization and of a person are on the same page.
  if (scope === "person" && !isFullRun) continue;
  test(`see R2.1-19 stopping AI for the ${scope} ends the running answer and refuses prompts until AI is resumed`, async ({
    page,
    people,
    portal,
    browser,
  }) => {
    const organization = await people.createOrganization();
    const doctor = { firstName: "Anke", lastName: "Muster-Sommer", permissions: ["ai:use"] };
    const anke = await people.createMember(organization, "editor", doctor);
    await approveAiProvider(portal, organization);
    const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
    const doctorPage = await context.newPage();
    await signIn(doctorPage, anke, "/assistant");
    const answer = doctorPage.getByRole("region", { name: "Text der Antwort" });
    const send = doctorPage.getByRole("button", { name: "Senden" });

    const owner = { permissions: [...firstAdminGrants] };
    const subject =
      viewer === "owner"
        ? await people.createMember(organization, "org_admin", owner)
        : await people.createPlatformAccount(viewer);
    await signIn(page, subject, path);
    const card = page.getByRole("region", { name: title, exact: true });
    await expect(card).toBeVisible();

    await sendPrompt(doctorPage, "Bitte ausführlich. #lang 2000 #langsam");
    await expect(answer).toContainText("Demonstration –");
    await pressButton(page, stop);
    if (scope === "person") {
      await page.getByRole("dialog").getByLabel("Name").fill("Sommer");
      await pressButton(page, doctorName);
    }
    const confirmation = page.getByRole("alertdialog");
    await confirmation.getByRole("button", { name: confirm }).press("Enter");
    await expect(confirmation.getByLabel("Grund")).toHaveAccessibleDescription(/erforderlich/);
    await confirmation.getByLabel("Grund").fill("Der Vertrag wird geprüft");
    await confirmation.getByRole("button", { name: confirm }).press("Enter");
    await expect(confirmation).toHaveCount(0);
    await expect(card).toContainText("Angehalten: heute");
    await expect(card).toContainText("Grund: Der Vertrag wird geprüft");

    await expect(
      doctorPage.getByRole("alert").filter({ hasText: "Die Antwort wurde angehalten" }),
    ).toBeVisible();
    await expect(doctorPage.getByText(notice).first()).toBeVisible();
    await expect(send).toHaveAttribute("aria-disabled", "true");

    await pressButton(page, /^Wieder zulassen/);
    await confirmation.getByRole("button", { name: "Wieder zulassen" }).press("Enter");
    await expect(card).toContainText(scope === "person" ? "für niemanden einzeln angehalten" : "Läuft");
    await expect(doctorPage.getByText(notice)).toHaveCount(0);
    await sendPrompt(doctorPage, "Und jetzt kurz. #lang 20");
    await expect(doctorPage.getByText(/20 geschrieben$/).first()).toBeVisible();
    await context.close();
  });
}

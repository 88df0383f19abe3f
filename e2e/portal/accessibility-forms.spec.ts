import { readdir, readFile } from "node:fs/promises";
import type { Locator, Route } from "@playwright/test";
import { refuse } from "../support/answers.ts";
import { formCases, otherForms } from "../support/forms/form-cases.ts";
import { UsedForm } from "../support/forms/use-form.ts";
import { openScreen } from "../support/screens/open-screen.ts";
import { screens } from "../support/screens/screens.ts";
import { isFullRun } from "../support/screens/full-run.ts";
import { expect, goOffline, test } from "../support/test.ts";

/** Error message the server returns for the first change a form submits. */
const refusal = "Der Server hat die Änderung abgelehnt";

/**
 * Forms checked in every run: a dialog, a form on a page, a confirmation with a reason, and a form outside the
 * layout.
 */
const quickRunForms = [
  "features/departments/name-dialog.tsx",
  "features/users/create/account-form.tsx",
  "features/users/security/block-dialog.tsx",
  "features/settings/person-card.tsx",
];

const source = new URL("../../apps/web/src/", import.meta.url);
const textOf = (file: string) => readFile(new URL(file, source), "utf8");

test("every form of the portal is checked", async () => {
  const files = await readdir(source, { recursive: true });
  const forms: string[] = [];
  // The form kit itself renders the forms of the features.
  const isKit = (name: string) => name.startsWith("platform/forms/");
  for (const file of files.filter((name) => /(?<!\.test)\.tsx?$/.test(name) && !isKit(name)))
    if (/\buseAppForm[(<]|<form\b/.test(await textOf(file))) forms.push(file);
  expect([...Object.keys(formCases), ...Object.keys(otherForms)].toSorted()).toEqual(forms.toSorted());
  const names = screens.map(({ name }) => name);
  expect(Object.values(formCases).filter(({ screen }) => !names.includes(screen))).toEqual([]);
});

for (const [file, formCase] of Object.entries(formCases)) {
  if (!isFullRun && !quickRunForms.includes(file)) continue;
  test(`${file}: errors disappear while typing, input is not lost, the button reacts at once, a refusal is shown`, async ({
    page,
    people,
    portal,
    context,
  }) => {
    test.slow();
    const screen = screens.find(({ name }) => name === formCase.screen);
    if (screen === undefined) throw new Error(`There is no screen ${formCase.screen}`);
    const open = formCase.open ?? screen.prepare ?? (async () => undefined);
    await openScreen(page, people, { ...screen, prepare: open });
    let used = await UsedForm.find(page, formCase.onPage);
    const text = await textOf(file);
    const usesKit = /\buseAppForm[(<]/.test(text);

    if (used.isDialog) {
      await page.keyboard.press("Escape");
      await expect(used.dialog, "Escape closes a form without input").toHaveCount(0);
      await open(page);
      used = await UsedForm.find(page, formCase.onPage);
    }

    if (usesKit && screen.viewer !== "anonymous" && formCase.worksOffline !== true) {
      await goOffline(context, portal);
      await expect(used.submit, "offline").toHaveAttribute("aria-disabled", "true");
      await expect(used.submit).toHaveAccessibleDescription(
        "Ohne Verbindung zum Server ist das nicht möglich",
      );
      await context.setOffline(false);
      await expect(page.locator("html")).toHaveClass(/\bmode-cloud\b/);
    }

    let corrected = 0;
    const correct = async (field: Locator) => {
      await used.correct(field, formCase.values ?? {});
      corrected += 1;
    };
    if (formCase.startsIncomplete === true) {
      await used.send();
      await expect.poll(async () => (await used.invalidFields()).length).toBe(1);
      for (const field of await used.invalidFields()) await correct(field);
    } else await used.change();
    const keepsInput = usesKit && !text.includes("keepsInput: false");
    if (keepsInput && screen.viewer !== "anonymous") {
      if (used.isDialog) await page.keyboard.press("Escape");
      else
        await page
          .getByRole("navigation", { name: "Hauptnavigation" })
          .getByRole("link", { name: "Übersicht" })
          .click();
      await expect(page.getByRole("alertdialog", { name: "Änderungen verwerfen?" })).toBeVisible();
      await page.getByRole("button", { name: "Weiter bearbeiten" }).click();
      await expect(page.getByRole("alertdialog", { name: "Änderungen verwerfen?" })).toHaveCount(0);
    }

    // From here on, the server does not answer a change until the test refuses it.
    const sent: Route[] = [];
    await page.route("**/api/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      if (route.request().method() === "GET" || pathname.endsWith("/auth/refresh")) return route.fallback();
      sent.push(route);
      return undefined;
    });
    const hasMistakes = formCase.acceptsAnything !== true && formCase.startsIncomplete !== true;
    if (hasMistakes) await used.makeMistakes(formCase.mistakes);
    for (let round = 0; round < 6 && sent.length === 0; round += 1) {
      const waited = await used.send();
      // Wait for a request or a validation error. If the form has another step, neither occurs, so give up after two
      // seconds.
      const end = Date.now() + 2_000;
      while (sent.length === 0 && (await used.invalidFields()).length === 0 && Date.now() < end)
        await page.evaluate(() => new Promise(requestAnimationFrame));
      if (sent.length > 0)
        expect(waited, "milliseconds until the button shows that it is busy").toBeLessThan(300);
      for (const field of sent.length > 0 ? [] : await used.invalidFields()) {
        // Correcting another field may have been enough.
        if ((await field.getAttribute("aria-invalid")) !== "true") continue;
        await correct(field);
      }
    }
    const [request] = sent;
    if (request === undefined) throw new Error("Nothing was sent");
    if (formCase.acceptsAnything !== true) expect(corrected, "corrected errors").toBeGreaterThan(0);

    const input = await used.input();
    await refuse(request, 500, "INTERNAL_ERROR", refusal);
    await expect(used.alert(formCase.refusal ?? refusal)).toBeVisible();
    if (formCase.resume !== undefined)
      return expect(used.dialog.getByRole("button", { name: formCase.resume })).toBeEnabled();
    expect(await used.input()).toEqual(input);
    await expect(used.submit).not.toHaveAttribute("aria-busy", "true");
  });
}

import { readdir, readFile } from "node:fs/promises";
import type { Locator, Route } from "@playwright/test";
import { refuse } from "../support/responses.ts";
import { formCases, otherForms } from "../support/forms/form-cases.ts";
import { FormDriver } from "../support/forms/use-form.ts";
import { openScreen } from "../support/screens/open-screen.ts";
import { screens } from "../support/screens/screens.ts";
import { isFullRun } from "../support/screens/full-run.ts";
import { expect, goOffline, test } from "../support/test.ts";

/** Error message the server returns for the first change a form submits. */
const refusal = "Der Server hat die Änderung abgelehnt";

/**
 * Forms checked in every run: a dialog, a form on a page, a confirmation with a reason, and a form outside the layout.
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
  test(`${file}: clears errors while typing, keeps the input, reacts to the button at once and shows a refusal`, async ({
    page,
    people,
    portal,
    context,
  }) => {
    test.slow();
    const screen = screens.find(({ name }) => name === formCase.screen);
    if (screen === undefined) throw new Error(`There is no screen ${formCase.screen}`);
    const openForm = formCase.open ?? screen.prepare ?? (async () => undefined);
    await openScreen(page, people, { ...screen, prepare: openForm });
    let form = await FormDriver.find(page, formCase.onPage);
    const text = await textOf(file);
    const usesKit = /\buseAppForm[(<]/.test(text);

    if (form.isDialog) {
      await page.keyboard.press("Escape");
      await expect(form.dialog, "Escape closes a form without input").toHaveCount(0);
      await openForm(page);
      form = await FormDriver.find(page, formCase.onPage);
    }

    if (usesKit && screen.viewer !== "anonymous" && formCase.worksOffline !== true) {
      await goOffline(context, portal);
      await expect(form.submit, "offline").toHaveAttribute("aria-disabled", "true");
      await expect(form.submit).toHaveAccessibleDescription(
        "Ohne Verbindung zum Server ist das nicht möglich",
      );
      await context.setOffline(false);
      await expect(page.locator("html")).toHaveClass(/\bmode-cloud\b/);
    }

    let corrected = 0;
    const correct = async (field: Locator) => {
      await form.correct(field, formCase.values ?? {});
      corrected += 1;
    };
    if (formCase.startsIncomplete === true) {
      await form.send();
      await expect.poll(async () => (await form.invalidFields()).length).toBe(1);
      for (const field of await form.invalidFields()) await correct(field);
    } else await form.change();
    const keepsInput = usesKit && !text.includes("keepsInput: false");
    if (keepsInput && screen.viewer !== "anonymous") {
      if (form.isDialog) await page.keyboard.press("Escape");
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
    const changeRoutes: Route[] = [];
    await page.route("**/api/**", async (route) => {
      const { pathname } = new URL(route.request().url());
      if (route.request().method() === "GET" || pathname.endsWith("/auth/refresh")) return route.fallback();
      changeRoutes.push(route);
      return undefined;
    });
    const hasMistakes = formCase.acceptsAnything !== true && formCase.startsIncomplete !== true;
    if (hasMistakes) await form.makeMistakes(formCase.mistakes);
    for (let round = 0; round < 6 && changeRoutes.length === 0; round += 1) {
      const waited = await form.send();
      // Wait for a request or a validation error. If the form has another step, neither occurs, so give up after two
      // seconds.
      const end = Date.now() + 2_000;
      while (changeRoutes.length === 0 && (await form.invalidFields()).length === 0 && Date.now() < end)
        await page.evaluate(() => new Promise(requestAnimationFrame));
      if (changeRoutes.length > 0)
        expect(waited, "milliseconds until the button shows that it is busy").toBeLessThan(300);
      for (const field of changeRoutes.length > 0 ? [] : await form.invalidFields()) {
        // Correcting another field may have been enough.
        if ((await field.getAttribute("aria-invalid")) !== "true") continue;
        await correct(field);
      }
    }
    const [request] = changeRoutes;
    if (request === undefined) throw new Error("Nothing was sent");
    if (formCase.acceptsAnything !== true) expect(corrected, "corrected errors").toBeGreaterThan(0);

    const input = await form.input();
    await refuse(request, 500, "INTERNAL_ERROR", refusal);
    await expect(form.alert(formCase.refusal ?? refusal)).toBeVisible();
    if (formCase.resume !== undefined)
      return expect(form.dialog.getByRole("button", { name: formCase.resume })).toBeEnabled();
    expect(await form.input()).toEqual(input);
    await expect(form.submit).not.toHaveAttribute("aria-busy", "true");
  });
}

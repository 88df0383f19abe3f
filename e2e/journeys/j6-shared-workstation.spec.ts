import type { Locator } from "@playwright/test";
import { readBrowserState } from "../support/browser-state.ts";
import { expectForgotten } from "../support/heap.ts";
import { openAs } from "../support/open-as.ts";
import { password } from "../support/people.ts";
import { expect, heading, signIn, test } from "../support/test.ts";
import { chooseEntry } from "./choose-entry.ts";
import { Journey } from "./journey.ts";

const switchMaxMs = 3_000;

test("J6 R0-248 R0-249 three assistants share a computer, switch by PIN and never see the input of another", async ({
  page,
  people,
  portal,
  browser,
}, testInfo) => {
  test.slow();
  const organization = await people.createOrganization();
  const create = (firstName: string, lastName: string) =>
    people.createMember(organization, "viewer", { firstName, lastName });
  const first = await create("Kanaria", "Muster-Gelb");
  const second = await create("Amsel", "Muster-Schwarz");
  const third = await create("Sittich", "Muster-Grün");
  const manager = await people.createMember(organization, "practice_admin", { lastName: "Muster-Leitung" });
  await signIn(page, first);
  const office = await openAs(browser, portal, manager);
  const journey = new Journey("J6", testInfo);
  const keys = journey.on(page);
  const officeKeys = journey.on(office);
  const enter = async (field: Locator, text: string) => {
    await keys.tabTo(field);
    await keys.type(text);
  };
  const menuOf = (name: string) => page.getByRole("button", { name: `Menü von ${name}` });
  const lock = async () => {
    await keys.press("Control+Alt+l");
    await expect(heading(page, "Wer arbeitet weiter?")).toBeVisible();
  };
  /** Signs a person in with username and password, as the sign-in page asks for them. */
  const signInByKeyboard = async (email: string) => {
    await enter(page.getByLabel("Benutzername oder E-Mail-Adresse"), email);
    await enter(page.getByLabel("Passwort", { exact: true }), password);
    await keys.press("Enter");
  };
  const setPin = async (pin: string) => {
    await keys.openPage("Profil");
    await keys.activate(page.getByRole("link", { name: "Sicherheit" }));
    await keys.activate(page.getByRole("button", { name: "PIN festlegen" }));
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByLabel("Neue PIN")).toBeFocused();
    await keys.type(pin);
    await enter(dialog.getByLabel("PIN wiederholen"), pin);
    await keys.press("Enter");
    await expect(page.getByText("Die PIN ist festgelegt").first()).toBeVisible();
    await expect(dialog).toHaveCount(0);
  };
  /** Signs a colleague in at the locked computer. */
  const signInColleague = async (email: string) => {
    await lock();
    await keys.activate(page.getByRole("button", { name: "Andere Person anmelden" }));
    await keys.activate(page.getByRole("link", { name: "Mit Passwort anmelden" }));
    await expect(heading(page, "Anmelden")).toBeVisible();
    await expect(page.getByLabel("Angemeldet bleiben")).toHaveCount(0);
    await signInByKeyboard(email);
  };

  // The practice manager shares the computer. From then on, its tokens are stored for the tab only.
  await officeKeys.openPage("Arbeitsplätze");
  const rows = office.getByRole("row").filter({ has: office.getByRole("rowheader") });
  const desk = rows.filter({ hasNotText: "Dieser Arbeitsplatz" });
  await officeKeys.activate(desk.getByRole("button", { name: /^Aktionen für/ }));
  await chooseEntry(officeKeys, office.getByRole("menuitem", { name: "Bearbeiten" }));
  const editing = office.getByRole("dialog");
  await officeKeys.tabTo(editing.getByLabel("Name", { exact: true }));
  await office.keyboard.press("Control+a");
  await officeKeys.type("Empfang");
  await officeKeys.tabTo(office.getByRole("switch", { name: /^Gemeinsamer Arbeitsplatz/ }));
  await officeKeys.press("Space");
  await expect(office.getByLabel("Bildschirm sperren nach")).toHaveValue("5");
  await officeKeys.activate(editing.getByRole("button", { name: "Speichern" }));
  await expect(rows.filter({ hasText: "Empfang" })).toContainText("5 Minuten");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();

  // Each assistant signs in fully once, and then has a PIN for this computer. The third assistant has no PIN.
  await keys.activate(menuOf("Kanaria Muster-Gelb"));
  await chooseEntry(keys, page.getByRole("menuitem", { name: "Abmelden" }));
  await expect(heading(page, "Anmelden")).toBeVisible();
  await signInByKeyboard(first.email);
  await expect(menuOf("Kanaria Muster-Gelb")).toBeVisible();
  await setPin("482916");
  await signInColleague(second.email);
  await expect(menuOf("Amsel Muster-Schwarz")).toBeVisible();
  await setPin("739104");

  // The first assistant is interrupted while typing.
  const pinOf = (name: string) => page.getByLabel(`PIN von ${name}`, { exact: true });
  const switchTo = async (name: string, pin: string) => {
    await keys.activate(page.getByRole("listitem").getByRole("button", { name: new RegExp(name) }));
    await expect(pinOf(name)).toBeFocused();
    await keys.type(pin.slice(0, -1));
    const startedAt = Date.now();
    await keys.type(pin.slice(-1));
    await expect(menuOf(name)).toBeVisible();
    expect(Date.now() - startedAt).toBeLessThanOrEqual(switchMaxMs);
  };
  await lock();
  await switchTo("Kanaria Muster-Gelb", "482916");
  await keys.openPage("Profil");
  const phone = page.getByLabel("Telefon");
  await keys.tabTo(phone);
  await keys.type("+49 30 5554443");
  const address = page.url();
  await lock();
  await expect(page).toHaveTitle("Bildschirm gesperrt – Praxisportal");
  await expect(pinOf("Kanaria Muster-Gelb")).toBeFocused();
  await keys.type("482916");
  await expect(phone).toHaveValue("+49 30 5554443");
  expect(page.url()).toBe(address);

  // A colleague takes over while the form is unsent, and sees no trace of it.
  await lock();
  await switchTo("Amsel Muster-Schwarz", "739104");
  const expectNoTrace = async () => {
    const traces = ["5554443", first.id, first.email];
    const state = await readBrowserState(page);
    expect(traces.filter((trace) => state.includes(trace))).toEqual([]);
    await expectForgotten(page, traces);
  };
  await expectNoTrace();
  await page.goBack();
  await expect(menuOf("Amsel Muster-Schwarz")).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.content()).not.toContain("Kanaria");

  // The first assistant sees their page and input again, without a trace of the colleague.
  await lock();
  await switchTo("Kanaria Muster-Gelb", "482916");
  await expect(phone).toHaveValue("+49 30 5554443");
  expect(page.url()).toBe(address);
  const resumedState = await readBrowserState(page);
  const tracesOfColleague = [second.id, second.email];
  expect(tracesOfColleague.filter((trace) => resumedState.includes(trace))).toEqual([]);
  await expectForgotten(page, tracesOfColleague);
  expect(await page.evaluate(() => sessionStorage.getItem("draft"))).toBeNull();
  await signInColleague(third.email);
  await expect(menuOf("Sittich Muster-Grün")).toBeVisible();
  await expectNoTrace();

  journey.finish();
  await office.context().close();
});

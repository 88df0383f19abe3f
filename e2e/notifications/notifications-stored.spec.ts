import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { PeopleFactory, Person } from "../support/people.ts";
import type { TestPortal } from "../support/portal.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const text = "Rolle einer Person geändert";
const bell = (page: Page) => page.getByRole("button", { name: /^Benachrichtigungen/ });
const unread = (page: Page, count: number) =>
  page.getByRole("button", { name: `Benachrichtigungen, ${count} ungelesen` });
const noneUnread = (page: Page) => page.getByRole("button", { name: "Benachrichtigungen", exact: true });
const entries = (page: Page) =>
  page.getByRole("dialog", { name: "Benachrichtigungen" }).getByRole("listitem");
const toast = (page: Page) => page.getByRole("region", { name: "Meldungen" }).getByText(text);

/** Opens a page for an administrator whose role changes notify another administrator. */
async function organizationWithTwo(page: Page, people: PeopleFactory) {
  const organization = await people.createOrganization();
  const [acting, recipient, member] = await Promise.all([
    people.createMember(organization, "org_admin"),
    people.createMember(organization, "org_admin"),
    people.createMember(organization, "viewer"),
  ]);
  await signIn(page, acting);
  await expect(heading(page, "Übersicht")).toBeVisible();
  const changeRole = (type: "viewer" | "editor") =>
    page.evaluate(
      async ({ id, organizationId, role }) => {
        const response = await fetch(`/api/v1/users/${id}/role`, {
          method: "PUT",
          headers: {
            "Content-Type": "application/json",
            "X-Organization-Id": organizationId,
            Authorization: `Bearer ${localStorage.getItem("accessToken")}`,
          },
          body: JSON.stringify({ type: role }),
        });
        if (!response.ok) throw new Error(await response.text());
      },
      { id: member.id, organizationId: organization.id, role: type },
    );
  return { recipient, changeRole };
}

/** Opens the overview on another device of a person. */
async function openDevice(browser: Browser, portal: TestPortal, person: Person) {
  const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  const page = await context.newPage();
  await signIn(page, person);
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  return { context, page };
}

const closeAll = (devices: readonly { context: BrowserContext }[]) =>
  Promise.all(devices.map(({ context }) => context.close()));

test("R0-32 a notification raised while its recipient is signed out is in the list at the next sign-in", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const { recipient, changeRole } = await organizationWithTwo(page, people);
  await changeRole("editor");
  const device = await openDevice(browser, portal, recipient);
  await expect(unread(device.page, 1)).toBeVisible();
  await bell(device.page).click();
  await expect(entries(device.page)).toHaveText([new RegExp(text)]);
  // It is not shown as a toast, because it is not new.
  await expect(toast(device.page)).toHaveCount(0);
  await entries(device.page).getByRole("link").click();
  await expect(heading(device.page, "Mitarbeitende")).toBeVisible();
  await expect(noneUnread(device.page)).toBeVisible();
  await closeAll([device]);
});

test("R0-33 R0-34 a notification appears on every open device and is read and closed on all of them", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const { recipient, changeRole } = await organizationWithTwo(page, people);
  const devices = await Promise.all([1, 2].map(() => openDevice(browser, portal, recipient)));
  const [firstPage, secondPage] = devices.map((device) => device.page) as [Page, Page];
  await changeRole("editor");
  for (const signedInPage of [firstPage, secondPage]) {
    await expect(toast(signedInPage)).toBeVisible();
    await expect(unread(signedInPage, 1)).toBeVisible();
  }
  // Only its recipient is notified.
  await expect(noneUnread(page)).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
  // Closing the list marks everything as read.
  await bell(firstPage).click();
  await expect(entries(firstPage)).toHaveText([new RegExp(text)]);
  await firstPage.keyboard.press("Escape");
  await expect(noneUnread(secondPage)).toBeVisible();
  await secondPage.reload();
  await bell(secondPage).click();
  await expect(entries(secondPage)).toHaveText([new RegExp(text)]);
  await expect(entries(secondPage).getByText("Ungelesen")).toHaveCount(0);
  // When it is closed there, it also disappears here.
  await entries(secondPage)
    .getByRole("button", { name: /^Meldung schließen/ })
    .click();
  await expect(entries(secondPage)).toHaveCount(0);
  await bell(firstPage).click();
  await expect(firstPage.getByText("Keine Benachrichtigungen")).toBeVisible();
  await firstPage.reload();
  await bell(firstPage).click();
  await expect(firstPage.getByText("Keine Benachrichtigungen")).toBeVisible();
  await closeAll(devices);
});

import type { Page } from "@playwright/test";
import { openAs } from "../support/open-as.ts";
import { expect, signIn, test } from "../support/test.ts";

const card = (page: Page) => page.getByRole("region", { name: "Logo", exact: true });
const hidden = "GPS 52.5200 13.4050";

/** Returns an image that the browser encoded; a JPEG has EXIF data with a place. */
async function imageOf(page: Page, type: string, width = 240): Promise<Buffer> {
  const url = await page.evaluate(
    ([imageType, size]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width: size, height: 80 });
      const context = canvas.getContext("2d");
      context?.fillRect(10, 10, 60, 60);
      return canvas.toDataURL(imageType);
    },
    [type, width] as const,
  );
  const image = Buffer.from(url.split(",")[1] ?? "", "base64");
  if (type !== "image/jpeg") return image;
  const exif = Buffer.from(`\xff\xe1\0\x1eExif\0\0${hidden}\0\0\0`, "latin1");
  return Buffer.concat([image.subarray(0, 2), exif, image.subarray(2)]);
}

/** Returns the next logo that the server sends to the page. */
function nextLogo(page: Page): Promise<{ type: string | undefined; body: Buffer }> {
  return new Promise((resolve) => {
    void page.route(/\/logo(\?|$)/, async (route) => {
      if (route.request().method() !== "GET") return route.fallback();
      const response = await route.fetch();
      resolve({ type: response.headers()["content-type"], body: await response.body() });
      return route.fulfill({ response });
    });
  });
}

test("R2.3-15 see R0-76 an administrator uploads, replaces and removes the logo, and members see it", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin", { permissions: ["usage:read"] });
  await signIn(page, admin, "/organization");
  await expect(card(page)).toContainText("Noch kein Logo");
  const logo = card(page).getByRole("img", { name: `Logo von „${organization.name}“` });
  const decodedWidth = () => logo.evaluate((image: HTMLImageElement) => image.naturalWidth);
  const file = card(page).locator('input[type="file"]');
  for (const [type, width] of [
    ["image/png", 240],
    ["image/webp", 250],
    ["image/jpeg", 260],
  ] as const) {
    const nextResponse = nextLogo(page);
    await file.setInputFiles({ name: "logo", mimeType: type, buffer: await imageOf(page, type, width) });
    const stored = await nextResponse;
    expect(stored.type).toBe(type);
    expect(stored.body.includes(hidden)).toBe(false);
    // The browser can decode the stored image.
    await expect.poll(decodedWidth).toBe(width);
    await page.unrouteAll();
  }
  await expect(card(page)).toContainText(/Belegt [\d,]+\s(?:Byte|kB)/);

  const viewerPage = await openAs(
    browser,
    portal,
    await people.createMember(organization, "viewer"),
    "/organization",
  );
  await expect(card(viewerPage).getByRole("img")).toBeVisible();
  await expect(card(viewerPage).getByRole("button")).toHaveCount(0);

  await card(page).getByRole("button", { name: "Entfernen" }).click();
  const confirmation = page.getByRole("alertdialog", { name: `Logo von „${organization.name}“ entfernen?` });
  await expect(confirmation).toContainText("Es ist dann für niemanden mehr zu sehen");
  await confirmation.getByRole("button", { name: "Entfernen" }).click();
  await expect(card(page)).toContainText("Noch kein Logo");
  // The other page is notified.
  await expect(card(viewerPage)).toHaveCount(0);
  await viewerPage.context().close();
});

test("a file that is not an image, or too large, is refused with the reason and can be replaced at once @soak", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/organization");
  const file = card(page).locator('input[type="file"]');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await file.setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: svg });
  const alert = card(page).getByRole("alert");
  await expect(alert).toContainText("Das Logo wurde nicht gespeichert");
  await expect(alert).toContainText("Erlaubt sind: PNG, JPEG, WebP");
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.alloc(600_000) });
  await expect(alert).toContainText("Die Datei ist 600 kB groß. Erlaubt sind höchstens 512 kB.");
  const buffer = await imageOf(page, "image/png");
  await file.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
  await expect(card(page).getByRole("img")).toBeVisible();
  await expect(alert).toHaveCount(0);
});

import { expect, heading, signIn, test } from "./support/test.ts";

test("R2.3-05 R4-57 offline changes are counted in the banner and sent when the connection returns", async ({
  page,
  people,
  context,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  await expect(heading(page, "Einstellungen")).toBeVisible();
  await page.getByRole("radio", { name: "Hell" }).check();
  await context.setOffline(true);
  await expect(page.getByText("Offline-Modus", { exact: true })).toBeVisible();
  await expect(page.getByText("ausstehend")).toHaveCount(0);

  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(page.getByText(/Offline-Modus · 1 ausstehend/)).toBeVisible();
  await page.getByRole("radio", { name: "Hell" }).check();
  await expect(page.getByText(/Offline-Modus · 2 ausstehend/)).toBeVisible();
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(page.getByText(/Offline-Modus · 3 ausstehend/)).toBeVisible();
  // No failure is shown: the change is applied locally.
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);

  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith("/api/v1/users/me"))
      sent.push(request.postDataJSON());
  });
  await context.setOffline(false);
  await expect(page.getByText("Offline-Modus")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("pendingSyncs"))).toBeNull();
  expect(sent).toEqual([
    { settings: { isDarkMode: true } },
    { settings: { isDarkMode: false } },
    { settings: { isDarkMode: true } },
  ]);
  // Other browsers of the user get the change from the server.
  const settings = await page.evaluate(async () => {
    const answer = await fetch("/api/v1/users/me", {
      headers: { authorization: `Bearer ${localStorage.getItem("accessToken")}` },
    });
    return ((await answer.json()) as { settings: unknown }).settings;
  });
  expect(settings).toMatchObject({ isDarkMode: true });
});

import { gzipSync } from "node:zlib";
import { holdIdleWork } from "../../bench/support/hold-idle-work.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

test("/users with an empty cache takes few requests and at most 214 KB of scripts", async ({
  browser,
  page,
  people,
  baseURL,
}) => {
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  await signIn(page, person, "/settings");
  const storageState = await page.context().storageState();
  await page.close();
  const context = await browser.newContext({ storageState, ...(baseURL && { baseURL }), locale: "de-DE" });
  try {
    const empty = await context.newPage();
    await holdIdleWork(empty);
    const requests: string[] = [];
    const scripts: Promise<number>[] = [];
    empty.on("response", (response) => {
      const request = response.request();
      requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
      if (request.resourceType() === "script")
        scripts.push(response.body().then((body) => gzipSync(body).length));
    });
    await empty.goto("/users");
    await expect(heading(empty, "Mitarbeitende")).toBeVisible();
    await expect(empty.getByRole("row", { name: new RegExp(person.lastName) })).toBeVisible();
    await empty.waitForLoadState("networkidle");
    const bytes = (await Promise.all(scripts)).reduce((sum, length) => sum + length, 0);
    expect(requests.length, requests.join("\n")).toBeLessThanOrEqual(14);
    expect(bytes / 1024).toBeLessThanOrEqual(214);
    // No file is requested twice.
    expect(requests.filter((request, index) => requests.indexOf(request) !== index)).toEqual([]);
  } finally {
    await context.close();
  }
});

import { readdir, readFile } from "node:fs/promises";
import { axeFaults, focusFaults, reflowFaults } from "../support/faults/page-faults.ts";
import { brokenWords } from "../support/faults/word-faults.ts";
import { expect, signIn, test } from "../support/test.ts";
import { TrafficMonitor } from "../support/watch/traffic-monitor.ts";

test("see R2.2-18 the traffic monitor reports a foreign origin and a response outside the contract", async ({
  browser,
  portal,
  watch,
}) => {
  // A context without CSP shows what a page could do if that protection failed.
  const context = await browser.newContext({ baseURL: portal.url, bypassCSP: true });
  const monitor = new TrafficMonitor();
  monitor.attach(context);
  await context.route("https://elsewhere.test/**", (route) => route.fulfill({ body: "" }));
  const brokenHeaders = { "x-request-id": "1", "content-type": "application/json; charset=utf-8" };
  const responses: Readonly<Record<string, { status: number; body: string }>> = {
    "/api/v1/users/me": { status: 200, body: '{"id":"1"}' },
    "/api/v1/auth/verify": { status: 204, body: "" },
    "/api/v1/organizations": { status: 500, body: "oops" },
    "/api/v1/gibt-es-nicht": { status: 200, body: "{}" },
  };
  for (const [path, response] of Object.entries(responses)) {
    await context.route(`**${path}`, (route) => route.fulfill({ ...response, headers: brokenHeaders }));
  }
  const page = await context.newPage();
  await page.goto("/login");
  await page.evaluate(async (paths) => {
    for (const path of [...paths, "https://elsewhere.test/pixel"]) {
      await fetch(path, { mode: "no-cors" }).then((response) => response.text());
    }
    const socket = new WebSocket("ws://elsewhere.test/");
    await new Promise((resolve) => socket.addEventListener("close", resolve));
  }, Object.keys(responses));
  const faults = (await monitor.faults()).join("\n");
  for (const fault of [
    "users.getMe 200: the body breaks the contract",
    "auth.verify 204: the status is not declared",
    "organizations.list 500",
    "GET /api/v1/gibt-es-nicht is not in the contract (200)",
    "request to another origin: https://elsewhere.test/pixel",
    "websocket to another origin: ws://elsewhere.test/",
  ]) {
    expect(faults).toContain(fault);
  }
  // The test's own monitor found the same faults; discard them, because they are intended.
  expect(await watch.takeFaults()).toEqual(await monitor.faults());
  await context.close();
});

test("see R7x-08 the responses of an ordinary visit are validated against the contract", async ({
  page,
  people,
  watch,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"), "/users");
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await watch.faults();
  expect(watch.checkedCount).toBeGreaterThan(3);
});

test("see R2.2-18 every browser test extends the monitored test", async () => {
  const folder = new URL("..", import.meta.url);
  const specs = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".spec.ts"));
  expect(specs.length).toBeGreaterThan(10);
  for (const name of specs) {
    const text = await readFile(new URL(name, folder), "utf8");
    const source = /import \{[^}]*\btest\b[^}]*\} from "([^"]+)"/.exec(text)?.[1];
    expect([name, source]).toEqual([
      name,
      expect.stringMatching(/^\.\.\/support\/(?:watch\/watched-test|test|legacy)\.ts$/),
    ]);
  }
});

/** Returns a page without faults for the three checks. */
const validContext = (body: string) =>
  `<!doctype html><html lang="de"><title>Probe</title><main><h1>Probe</h1>${body}</main></html>`;

test("see R2.3-18 R2.3-16 the page check reports each kind of fault and no fault on a valid page", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.setContent(validContext("<button>Weiter</button><p>Text, der umbricht, wo er muss.</p>"));
  expect(await axeFaults(page)).toEqual([]);
  expect(await reflowFaults(page)).toEqual([]);
  expect(await focusFaults(page)).toEqual([]);

  await page.setContent(
    validContext('<img src="data:," width="9" height="9"><p style="color:#999">Blass</p>'),
  );
  const rules = (await axeFaults(page)).map((fault) => fault.split(":", 1)[0]);
  expect(rules).toEqual(expect.arrayContaining(["color-contrast", "image-alt"]));

  await page.setContent(validContext('<div style="width:321px">breit</div>'));
  expect(await reflowFaults(page)).toEqual([expect.stringMatching(/px wider than the window/)]);
  await page.setContent(
    validContext('<p style="width:60px;overflow:hidden;white-space:nowrap">Abgeschnittenes</p>'),
  );
  expect(await reflowFaults(page)).toEqual(["cut: Abgeschnittenes"]);
  expect(await brokenWords(page)).toEqual([]);
  await page.setContent(
    validContext(
      `<button style="width:60px;overflow-wrap:anywhere">Zerbrochenes</button>
       <span data-tone="info" style="display:block;width:60px">Zweite Zeile</span>`,
    ),
  );
  expect(await brokenWords(page)).toEqual(["broken: Zerbrochenes in button", "on 2 lines: Zweite Zeile"]);
  await page.setContent(
    validContext(
      `<header><p><button>Andere</button><button class="main-action">Neu</button></p></header>
       <div role="dialog"><div><h2>Titel</h2></div><button style="margin-top:-40px;display:block">×</button>
         <p data-bottom-bar><button>Ja</button><button>Nein</button></p></div>`,
    ),
  );
  expect(await reflowFaults(page)).toEqual([
    "buttons beside each other: JaNein",
    "the close button lies over the title",
    "another action before Neu",
  ]);

  await page.setContent(
    validContext(
      `<form class="flex" style="display:flex"><input class="field-box" style="box-sizing:border-box;height:40px;width:90px">
         <button class="font-strong" style="height:36px">Testen</button></form>
       <div role="radiogroup"><label>Hell</label> <label>Dunkel</label><br><label>System</label></div>
       <div role="alertdialog" style="position:fixed;inset:0"><h2>Löschen?</h2></div>`,
    ),
  );
  expect(await reflowFaults(page)).toEqual([
    "a field of 40 px beside a button of 36: Testen",
    "a question fills the screen: Löschen?",
    "options on 2 lines: Hell DunkelSystem",
  ]);

  await page.setContent(validContext("<p>Nichts zu erreichen</p>"));
  expect(await focusFaults(page)).toEqual(["nothing can be reached with the Tab key"]);
  await page.setContent(validContext('<button style="outline:none">Blind</button>'));
  expect(await focusFaults(page)).toEqual(["no focus is shown: button Blind"]);
  await page.setContent(validContext('<button style="position:fixed;left:-500px">Fern</button>'));
  expect(await focusFaults(page)).toEqual(["focused outside the window: button Fern"]);
  await page.setContent(
    validContext('<button>Drunter</button><div style="position:fixed;inset:0;background:#fff"></div>'),
  );
  expect(await focusFaults(page)).toEqual(["focused under something else: button Drunter"]);

  // When a failed page is loaded again, its control disappears and the focus moves to the heading.
  const takeFocus = (before: string) =>
    `<h2 tabindex="-1">Ziel</h2><button onfocus="${before}document.querySelector('h2').focus()">Weg</button>`;
  await page.setContent(validContext(`${takeFocus("this.remove();")}<button>Weiter</button>`));
  expect(await focusFaults(page)).toEqual([]);
  await page.setContent(validContext(takeFocus("")));
  expect(await focusFaults(page)).toEqual(["the page keeps taking the focus: h2 Ziel"]);
});

test("names that look like HTML are shown as text, and no page embeds a plug-in", async ({
  page,
  people,
}) => {
  const lastName = '<img src=x onerror="document.title=1">';
  const organization = await people.createOrganization();
  await people.createMember(organization, "viewer", { firstName: "Ina", lastName });
  await signIn(page, await people.createMember(organization, "org_admin"), "/users");
  await expect(page.getByText(lastName).first()).toBeVisible();
  await expect(page.locator('img[src="x"], object, embed, applet')).toHaveCount(0);
  await expect(page).not.toHaveTitle("1");
});

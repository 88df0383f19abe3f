import { readdir, readFile } from "node:fs/promises";
import { axeFaults, focusFaults, reflowFaults } from "./support/page-faults.ts";
import { expect, signIn, test } from "./support/test.ts";
import { Watch } from "./support/watch.ts";

test("R7x-08 R2.2-18 what watches the tests sees a foreign origin and an answer the contract does not name", async ({
  browser,
  portal,
  watch,
}) => {
  // A context without CSP: what a page could do if that protection failed.
  const context = await browser.newContext({ baseURL: portal.url, bypassCSP: true });
  const own = new Watch();
  own.attach(context);
  await context.route("https://elsewhere.test/**", (route) => route.fulfill({ body: "" }));
  const broken = { "x-request-id": "1", "content-type": "application/json; charset=utf-8" };
  const answers: Readonly<Record<string, { status: number; body: string }>> = {
    "/api/v1/users/me": { status: 200, body: '{"id":"1"}' },
    "/api/v1/auth/verify": { status: 204, body: "" },
    "/api/v1/organizations": { status: 500, body: "oops" },
    "/api/v1/gibt-es-nicht": { status: 200, body: "{}" },
  };
  for (const [path, answer] of Object.entries(answers)) {
    await context.route(`**${path}`, (route) => route.fulfill({ ...answer, headers: broken }));
  }
  const page = await context.newPage();
  await page.goto("/login");
  await page.evaluate(async (paths) => {
    for (const path of [...paths, "https://elsewhere.test/pixel"]) {
      await fetch(path, { mode: "no-cors" }).then((answer) => answer.text());
    }
    const socket = new WebSocket("ws://elsewhere.test/");
    await new Promise((resolve) => socket.addEventListener("close", resolve));
  }, Object.keys(answers));
  const found = (await own.faults()).join("\n");
  for (const fault of [
    "users.getMe 200: the body breaks the contract",
    "auth.verify 204: the status is not declared",
    "organizations.list 500",
    "GET /api/v1/gibt-es-nicht is no call of the contract (200)",
    "request to another origin: https://elsewhere.test/pixel",
    "websocket to another origin: ws://elsewhere.test/",
  ]) {
    expect(found).toContain(fault);
  }
  // The test's own watch found the same faults; forgive them, because they are intended.
  expect(await watch.forgive()).toEqual(await own.faults());
  await context.close();
});

test("R7x-08 the answers of an ordinary visit are held against the contract", async ({
  page,
  people,
  watch,
}) => {
  await signIn(page, await people.member(await people.practice(), "org_admin"), "/users");
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await watch.faults();
  expect(watch.checked).toBeGreaterThan(3);
});

test("R7x-08 R2.2-18 every browser test begins from the watched one", async () => {
  const folder = new URL(".", import.meta.url);
  const specs = (await readdir(folder)).filter((name) => name.endsWith(".spec.ts"));
  expect(specs.length).toBeGreaterThan(10);
  for (const name of specs) {
    const text = await readFile(new URL(name, folder), "utf8");
    const from = /import \{[^}]*\btest\b[^}]*\} from "([^"]+)"/.exec(text)?.[1];
    expect([name, from]).toEqual([name, expect.stringMatching(/^\.\/support\/(?:watched-)?test\.ts$/)]);
  }
});

/** A page without faults for the three checks. */
const sound = (body: string) =>
  `<!doctype html><html lang="de"><title>Probe</title><main><h1>Probe</h1>${body}</main></html>`;

test("R2.3-18 R2.3-16 what looks at a page sees each kind of fault, and none where there is none", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.setContent(sound("<button>Weiter</button><p>Text, der umbricht, wo er muss.</p>"));
  expect(await axeFaults(page)).toEqual([]);
  expect(await reflowFaults(page)).toEqual([]);
  expect(await focusFaults(page)).toEqual([]);

  await page.setContent(sound('<img src="data:," width="9" height="9"><p style="color:#999">Blass</p>'));
  const rules = (await axeFaults(page)).map((fault) => fault.split(":", 1)[0]);
  expect(rules).toEqual(expect.arrayContaining(["color-contrast", "image-alt"]));

  await page.setContent(sound('<div style="width:321px">breit</div>'));
  expect(await reflowFaults(page)).toEqual([expect.stringMatching(/px wider than the window/)]);
  await page.setContent(
    sound('<p style="width:60px;overflow:hidden;white-space:nowrap">Abgeschnittenes</p>'),
  );
  expect(await reflowFaults(page)).toEqual(["cut: Abgeschnittenes"]);

  await page.setContent(sound("<p>Nichts zu erreichen</p>"));
  expect(await focusFaults(page)).toEqual(["nothing can be reached with the Tab key"]);
  await page.setContent(sound('<button style="outline:none">Blind</button>'));
  expect(await focusFaults(page)).toEqual(["no focus is shown: button Blind"]);
  await page.setContent(sound('<button style="position:fixed;left:-500px">Fern</button>'));
  expect(await focusFaults(page)).toEqual(["focused outside the window: button Fern"]);
  await page.setContent(
    sound('<button>Drunter</button><div style="position:fixed;inset:0;background:#fff"></div>'),
  );
  expect(await focusFaults(page)).toEqual(["focused under something else: button Drunter"]);
});

import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page, type Response } from "@playwright/test";
import { chromiumExecutable } from "../tools/chromium.ts";
import { type BenchPortal, demoPassword, startBenchPortal } from "./support/portal.ts";
import type { Row } from "./support/row.ts";

type Weight = { scriptKb: number; styleKb: number; requests: number };

/** What a browser loads for a page: scripts and styles as gzip, whatever the server sends them as. */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  const { executablePath, args, env } = await chromiumExecutable();
  const browser = await chromium.launch({ executablePath, args, env });
  try {
    const login = await weigh(browser, async (page) => {
      await page.goto(`${portal.baseUrl}/login`, { waitUntil: "load" });
      await page.getByRole("button", { name: "Anmelden" }).waitFor();
    });
    const rows: Row[] = [
      { subject: "/login: JavaScript, gzip", value: login.scriptKb, unit: "KB", must: { max: 125 } },
      { subject: "/login: CSS, gzip", value: login.styleKb, unit: "KB", must: { max: 10 } },
      { subject: "/login: requests", value: login.requests, unit: "" },
    ];
    for (const path of ["/dashboard", "/users", "/settings"]) {
      const weight = await weigh(browser, (page) => openSignedIn(page, portal, path));
      rows.push({
        subject: `${path} with the sign-in before it: JavaScript, gzip`,
        value: weight.scriptKb,
        unit: "KB",
        must: { max: 230 },
      });
    }
    return rows;
  } finally {
    await browser.close();
    await portal.stop();
  }
}

async function openSignedIn(page: Page, portal: BenchPortal, path: string): Promise<void> {
  await page.goto(`${portal.baseUrl}/login?redirect=${encodeURIComponent(path)}`);
  await page.getByLabel(/Benutzername/).fill("inhaberin");
  await page.getByLabel("Passwort", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await page.waitForURL(`**${path}*`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  // Until everything that the page asked for has come; the live connection does not count.
  await page.waitForLoadState("networkidle");
}

async function weigh(browser: Browser, visit: (page: Page) => Promise<void>): Promise<Weight> {
  const context = await browser.newContext({ locale: "de-DE", viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const bodies: Promise<{ type: string; bytes: number }>[] = [];
  const weighResponse = (response: Response) => {
    const type = response.request().resourceType();
    if (type === "script" || type === "stylesheet") {
      bodies.push(response.body().then((body) => ({ type, bytes: gzipSync(body).length })));
    }
  };
  page.on("response", weighResponse);
  await visit(page);
  // What comes later, such as parts fetched ahead of time, belongs to no page.
  page.off("response", weighResponse);
  const loaded = await Promise.all(bodies);
  await context.close();
  const kb = (type: string) =>
    loaded.filter((body) => body.type === type).reduce((sum, body) => sum + body.bytes, 0) / 1024;
  return { scriptKb: kb("script"), styleKb: kb("stylesheet"), requests: loaded.length };
}

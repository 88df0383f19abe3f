import { axeFaults } from "../e2e/support/faults/page-faults.ts";
import type { Browser, BrowserContextOptions } from "@playwright/test";
import { openBenchBrowser } from "./support/browser.ts";
import { type BenchPortal, startBenchPortal } from "./support/portal.ts";
import { addressOf, visitors } from "./support/routes.ts";
import { median, type Row } from "./support/row.ts";
import { performanceScore } from "./support/score.ts";
import { measureVitals, type Profile, type Vitals } from "./support/vitals.ts";
import { scaled } from "./support/scale.ts";

const runs = scaled(3, 1);

/**
 * Lighthouse's devices and connections. Throttling is applied while loading, whereas Lighthouse simulates slow mobile
 * connections.
 */
const devices: Record<"desktop" | "mobile", Profile> = {
  desktop: {
    cpuSlowdown: 1,
    latencyMs: 40,
    megabitsPerSecond: 10.24,
    viewport: { width: 1350, height: 940 },
  },
  mobile: {
    cpuSlowdown: 4,
    latencyMs: 150,
    megabitsPerSecond: 1.6,
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
  },
};

const paths = scaled(
  ["/login", "/dashboard", "/users", "/users/$userId", "/profile", "/settings"],
  ["/login"],
);

/**
 * Measures the categories of Lighthouse without Lighthouse, which is not a dependency. Performance points come from the
 * same metrics on the same published curves. Accessibility violations are found by axe, whose rules Lighthouse uses.
 * Best practices are console errors, insecure requests and deprecated calls. The points are an approximation. See
 * `support/score.ts`.
 */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  const browser = await openBenchBrowser();
  try {
    const visitorStates = await visitors(browser, portal);
    const { anonymous, administrator } = visitorStates;
    const rows: Row[] = [];
    for (const path of paths) {
      const url = `${portal.baseUrl}${addressOf(path, visitorStates)}`;
      const storageState = path === "/login" ? anonymous : administrator;
      for (const device of ["desktop", "mobile"] as const) {
        const vitals: Vitals[] = [];
        for (let run = 0; run < runs; run += 1)
          vitals.push(await measureVitals(browser, devices[device], url, storageState));
        const typical = typicalOf(vitals);
        rows.push({
          subject: `${path}, ${device}: performance`,
          value: performanceScore(typical, device),
          unit: "points",
          budget: { min: device === "desktop" ? 100 : path === "/login" ? 95 : 90 },
          note: `FCP ${typical.firstPaintMs.toFixed(0)}, LCP ${typical.largestPaintMs.toFixed(0)}, blocked ${typical.blockedMs.toFixed(0)} ms, shift ${typical.layoutShift.toFixed(3)}`,
        });
      }
      const faults = await pageFaults(browser, portal, url, storageState);
      for (const [subject, found] of Object.entries(faults)) {
        rows.push({
          subject: `${path}: ${subject}`,
          value: found.length,
          unit: "",
          budget: { max: 0 },
          note: found.join("; "),
        });
      }
    }
    return rows;
  } finally {
    await Promise.all([browser.close(), portal.stop()]);
  }
}

/** Returns the median of each metric. */
function typicalOf(vitals: readonly Vitals[]): Vitals {
  const medianOf = (read: (run: Vitals) => number) => median(vitals.map(read));
  return {
    firstPaintMs: medianOf((item) => item.firstPaintMs),
    largestPaintMs: medianOf((item) => item.largestPaintMs),
    largest: vitals[0]?.largest ?? "",
    blockedMs: medianOf((item) => item.blockedMs),
    layoutShift: medianOf((item) => item.layoutShift),
  };
}

async function pageFaults(
  browser: Browser,
  portal: BenchPortal,
  url: string,
  storageState: NonNullable<BrowserContextOptions["storageState"]>,
) {
  const context = await browser.newContext({ storageState, viewport: devices.mobile.viewport });
  const page = await context.newPage();
  const practices: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || /deprecat/i.test(message.text())) practices.push(message.text());
  });
  page.on("pageerror", (error) => practices.push(error.message));
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(portal.baseUrl))
      practices.push(request.url());
  });
  await page.goto(url, { waitUntil: "load" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  const violations = await axeFaults(page);
  await context.close();
  return {
    "accessibility, violations": violations,
    "best practices, faults": practices,
  };
}

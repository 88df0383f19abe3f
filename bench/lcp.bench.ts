import { openBenchBrowser } from "./support/browser.ts";
import { startBaselineServer } from "./support/baseline-server.ts";
import { startBenchPortal } from "./support/portal.ts";
import { median, type Row } from "./support/row.ts";
import { visitors } from "./support/routes.ts";
import { measureVitals, type Profile } from "./support/vitals.ts";
import { scaled } from "./support/scale.ts";

/** Number of runs per page. The pages alternate, so that other load on the machine affects all of them. */
const runs = scaled(9, 1);

const profile: Profile = {
  cpuSlowdown: 4,
  latencyMs: 40,
  megabitsPerSecond: 10,
  viewport: { width: 1280, height: 800 },
};

/**
 * Measures the largest contentful paint (LCP) on a first visit with a four times slower CPU, 10 Mbit/s and 40 ms
 * latency per request: the portal's pages relative to a page of React and router alone, as ratios of medians.
 */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  const browser = await openBenchBrowser();
  const floor = await startBaselineServer();
  try {
    const { anonymous, administrator } = await visitors(browser, portal);
    const pages = [
      { name: "floor", url: `${floor.url}/lazy`, storageState: anonymous },
      { name: "floor in one file", url: `${floor.url}/`, storageState: anonymous },
      { name: "/login", url: `${portal.baseUrl}/login`, storageState: anonymous, max: 1.25 },
      { name: "/dashboard", url: `${portal.baseUrl}/dashboard`, storageState: administrator, max: 1.6 },
      { name: "/users", url: `${portal.baseUrl}/users`, storageState: administrator, max: 1.6 },
    ];
    const paintTimes = pages.map(() => [] as number[]);
    const largestElements: string[] = [];
    for (let run = 0; run < runs; run += 1) {
      // Alternates the direction, so that no page always follows the same page.
      const order = run % 2 === 0 ? pages.keys() : [...pages.keys()].toReversed();
      for (const index of order) {
        const page = pages[index];
        if (page === undefined) continue;
        const vitals = await measureVitals(browser, profile, page.url, page.storageState);
        paintTimes[index]?.push(vitals.largestPaintMs);
        largestElements[index] = vitals.largest;
      }
    }
    const medians = paintTimes.map((values) => median(values));
    const [floorMs = Number.NaN, singleFileMs = Number.NaN] = medians;
    const rows: Row[] = [
      {
        subject: "React and router alone: LCP",
        value: floorMs,
        unit: "ms",
        note: `${floor.scriptKb.toFixed(0)} KB; ${singleFileMs.toFixed(0)} ms with its page in the same file`,
      },
    ];
    for (const [index, { name, max }] of pages.entries()) {
      if (max === undefined) continue;
      const ms = medians[index] ?? Number.NaN;
      const best = Math.min(...(paintTimes[index] ?? [])) / Math.min(...(paintTimes[0] ?? []));
      const note = `${ms.toFixed(0)} ms; best against best ${best.toFixed(2)}; against one file ${(ms / singleFileMs).toFixed(2)}; ${largestElements[index]}`;
      rows.push({
        subject: `${name}: LCP against React and router alone`,
        value: ms / floorMs,
        unit: "×",
        budget: { max },
        note,
      });
    }
    return rows;
  } finally {
    await Promise.all([browser.close(), portal.stop(), floor.stop()]);
  }
}

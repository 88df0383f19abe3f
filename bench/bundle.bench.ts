import { openBenchBrowser } from "./support/browser.ts";
import { startBenchPortal } from "./support/portal.ts";
import type { Row } from "./support/row.ts";
import { addressOf, routeRows, visitorOf, visitors } from "./support/routes.ts";
import { measurePageWeight } from "./support/page-weight.ts";
import { scaled } from "./support/scale.ts";

/** Design budgets in KB, gzipped. */
const budgets = { login: 125, loginStyle: 10, route: 230 };

/**
 * Measures the files that a browser with an empty cache loads for each row of the route table until the network is
 * idle. Each page is opened directly, signed in if the row requires it. Files that are prefetched later are reported
 * separately.
 */
export async function measure(): Promise<Row[]> {
  const portal = await startBenchPortal();
  const browser = await openBenchBrowser();
  try {
    const visitorStates = await visitors(browser, portal);
    const rows: Row[] = [];
    const routes = await routeRows();
    // The short run also finds a path without a value for its parameter.
    for (const { path } of routes) addressOf(path, visitorStates);
    for (const row of scaled(routes, routes.slice(0, 2))) {
      const context = await browser.newContext({ storageState: visitorOf(row, visitorStates) });
      const page = await context.newPage();
      const address = addressOf(row.path, visitorStates);
      const weight = await measurePageWeight(page, `${portal.baseUrl}${address}`);
      // Pages opened by a link remove the token from the URL.
      if (!address.startsWith(new URL(page.url()).pathname))
        throw new Error(`${address} led to ${page.url()}`);
      await context.close();
      if (row.access.kind === "login" && weight.prefetchedScriptKb === 0)
        throw new Error(`${address} prefetched nothing: is its idle time still that of hold-idle-work.ts?`);
      const isLogin = row.path === "/login";
      const prefetchNote =
        weight.prefetchedScriptKb > 0 ? `; ${weight.prefetchedScriptKb.toFixed(0)} KB ahead when idle` : "";
      rows.push({
        subject: `${row.path}: JavaScript, gzip`,
        value: weight.scriptKb,
        unit: "KB",
        budget: { max: isLogin ? budgets.login : budgets.route },
        note: `CSS ${weight.styleKb.toFixed(1)} KB, ${weight.requests} requests, ${weight.sentKb.toFixed(0)} KB sent${prefetchNote}`,
      });
      if (isLogin) {
        const limit = { max: budgets.loginStyle };
        rows.push({ subject: `${row.path}: CSS, gzip`, value: weight.styleKb, unit: "KB", budget: limit });
      }
    }
    return rows;
  } finally {
    await browser.close();
    await portal.stop();
  }
}

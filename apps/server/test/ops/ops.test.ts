import { readFile } from "node:fs/promises";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { createTestApp, createTestDatabase, type TestApp } from "../test-app.ts";
import { KnownSeries } from "./known-series.ts";

type Rule = {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
};
type Panel = { title: string; type: string; targets?: { expr: string; legendFormat: string }[] };

const read = (path: string) => readFile(new URL(`../../../../${path}`, import.meta.url), "utf8");

async function readRules(): Promise<Rule[]> {
  const { groups } = parse(await read("ops/alerts.yml")) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

async function readPanels(): Promise<Panel[]> {
  const { panels } = JSON.parse(await read("ops/dashboard.json")) as { panels: Panel[] };
  return panels.filter(({ type }) => type !== "row");
}

let testApp: TestApp;
let series: KnownSeries;
beforeAll(async () => {
  const { urls, drop } = await createTestDatabase();
  // A replica is configured, so that its metrics exist.
  testApp = await createTestApp({}, { urls: { ...urls, reports: urls.app }, drop } as Awaited<
    ReturnType<typeof createTestDatabase>
  >);
  await fetch(new URL("/readyz", testApp.baseUrl));
  series = new KnownSeries(await (await fetch(new URL("/metrics", testApp.baseUrl))).text());
  // These labels exist after a server has handled requests.
  for (const name of ["bucket", "sum", "count"].map(
    (suffix) => `http_server_request_duration_seconds_${suffix}`,
  )) {
    series.addValues(name, "http_response_status_code", ["500", "502", "503", "504"]);
    series.addValues(
      name,
      "http_route",
      allEndpoints.map(({ path }) => path),
    );
  }
  // The test server runs no jobs of the features.
  series.addValues(
    "praxisportal_job_failed",
    "job_name",
    testApp.app.jobs.map(({ name }) => name),
  );
});
afterAll(() => testApp.stop());

const findRuleProblems = ({ expr, annotations }: Pick<Rule, "expr" | "annotations">) =>
  series.problemsOf(expr, [annotations.summary]);

describe("the alert rules", () => {
  it("R0-245 use only metrics and labels that /metrics of a running server has", async () => {
    expect(series.size).toBeGreaterThan(40);
    const rules = await readRules();
    expect(rules.length).toBeGreaterThan(15);
    for (const rule of rules) expect(findRuleProblems(rule), rule.alert).toEqual([]);
  });

  it("see R0-245 have a duration, a severity, a summary and a section of docs/operations.md", async () => {
    const rules = await readRules();
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    const headings = (await read("docs/operations.md")).matchAll(/^#{2,4} (.+)$/gm);
    const anchors = Array.from(headings, ([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
    for (const { alert, for: duration, labels, annotations } of rules) {
      expect(duration, alert).toMatch(/^\d+[sm]$/);
      expect(["critical", "warning"], alert).toContain(labels.severity);
      expect(annotations.summary, alert).not.toBe("");
      const [path, anchor] = annotations.runbook_url.split("#");
      expect(path, alert).toBe("docs/operations.md");
      expect(anchors, alert).toContain(anchor);
    }
  });

  it.each([
    ["praxisportal_bus_blnd == 1", "no metric praxisportal_bus_blnd"],
    ["http_server_request_duration_seconds > 1", "no metric http_server_request_duration_seconds"],
    ['praxisportal_db_pool_waiting{pol="app_read"} > 0', "praxisportal_db_pool_waiting: no label pol"],
    [
      'praxisportal_job_failed{job_name="audit-retentoin"} == 1',
      "praxisportal_job_failed: job_name is never audit-retentoin",
    ],
    [
      "sum by (rout) (rate(http_server_request_duration_seconds_count[5m])) > 1",
      "sum by (rout) (rate(http_server_request_duration_seconds_count[5m])) > 1: no label rout",
    ],
    [
      'http_server_request_duration_seconds_count{http_route=~"/api/ki/.*"}',
      "http_server_request_duration_seconds_count: http_route is never /api/ki/.*",
    ],
    ["1 > 0", "1 > 0: no metric"],
  ])("see R0-245 a wrong name is found: %s", (expr, problem) => {
    expect(series.problemsOf(expr)).toEqual([problem]);
  });

  it("see R0-245 are checked for wrong labels in their texts", () => {
    const summary = "{{ $labels.instance }} {{ $labels.drivr }}";
    const [problem] = findRuleProblems({
      expr: "praxisportal_bus_blind == 1",
      annotations: { summary, runbook_url: "" },
    });
    expect(problem).toBe("praxisportal_bus_blind == 1: no label drivr");
  });
});

it("R0-245 the dashboard uses only metrics and labels that /metrics of a running server has", async () => {
  const panels = await readPanels();
  expect(panels.length).toBeGreaterThan(15);
  for (const { title, targets = [] } of panels) {
    expect(targets, title).not.toEqual([]);
    for (const { expr, legendFormat } of targets)
      expect(series.problemsOf(expr, [legendFormat]), title).toEqual([]);
  }
  expect(await read("ops/dashboard.json")).toContain("label_values(praxisportal_database_up, instance)");
  expect(series.problemsOf("praxisportal_database_up")).toEqual([]);
});

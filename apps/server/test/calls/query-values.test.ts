import { allEndpoints } from "@praxisportal/contract/endpoints";
import { expect, it } from "vitest";

const withQuery = allEndpoints.flatMap(({ name, query }) => (query === undefined ? [] : [{ name, query }]));

/** Returns the invalid and the unknown parameters of a query. */
function refusedIn({ query }: (typeof withQuery)[number], parameters: Record<string, string>) {
  const issues = query.safeParse(parameters).error?.issues ?? [];
  return {
    values: issues.map(({ path }) => path[0]),
    unknown: issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : [])),
  };
}

it("see R7o-10 every call with a query refuses an unknown parameter", () => {
  expect(withQuery.length).toBeGreaterThan(50);
  const accepting = withQuery.filter(
    (endpoint) => !refusedIn(endpoint, { unknown: "1" }).unknown.includes("unknown"),
  );
  expect(accepting.map(({ name }) => name)).toEqual([]);
});

/** Parameters that take any text up to a length. */
const textParameters = [
  "search",
  "department",
  "token",
  "v",
  "cursor",
  "name",
  "applicationId",
  "applicationType",
  "reason",
  "prompt",
  "provider",
  "model",
];

it.each([
  ["a word that is no value of it", "unknown", textParameters],
  ["a text that is too long", "x".repeat(3_000), ["prompt"]],
])("see R7o-10 every parameter refuses %s, except free texts", (_title, value, exceptions) => {
  const parameters = withQuery.flatMap((endpoint) =>
    Object.keys((endpoint.query as unknown as { shape: object }).shape).map((name) => ({ endpoint, name })),
  );
  expect(new Set(parameters.map(({ name }) => name)).size).toBeGreaterThan(50);
  const accepting = parameters.filter(
    ({ endpoint, name }) => !refusedIn(endpoint, { [name]: value }).values.includes(name),
  );
  expect([...new Set(accepting.map(({ name }) => name))].toSorted()).toEqual(exceptions.toSorted());
});

it.each([
  ["page", ["0", "-1", "1.5", "x"], 15],
  ["limit", ["0", "-1", "1.5", "x", "100000"], 22],
  ["sortBy", ["", "password"], 13],
  ["sortOrder", ["up"], 13],
  ["period", ["ever"], 8],
  ["format", ["exe"], 9],
  ["startDate", ["2026-02-30", "x"], 2],
  ["endDate", ["2026-02-30", "x"], 2],
  ["from", ["2026-02-30", "x"], 5],
  ["to", ["2026-02-30", "x"], 5],
  ["dateRange", ["x", "2026-02-30..2026-03-01", "2026-03-01..2026-02-01"], 6],
  ["status", ["unknown"], 10],
  ["role", ["chief"], 4],
] as const)("see R7o-10 every call refuses %s with one of the values %s", (parameter, wrong, callCount) => {
  const results = wrong.flatMap((value) =>
    withQuery
      .map((endpoint) => ({ name: endpoint.name, value, ...refusedIn(endpoint, { [parameter]: value }) }))
      .filter(({ unknown }) => !unknown.includes(parameter)),
  );
  expect(results.filter(({ values }) => !values.includes(parameter))).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(callCount * wrong.length);
});

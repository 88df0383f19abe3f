import { allEndpoints } from "@praxisportal/contract/endpoints";
import { problemSchema } from "@praxisportal/contract/errors";
import { storeLogo } from "@praxisportal/contract/organizations/organizations.endpoints";
import { startReview } from "@praxisportal/contract/reviews/reviews.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeMember, makePlatformAccount } from "../../../test/factories.ts";
import { readResponse } from "../../../test/contract-response.ts";
import { pngOf } from "../../../test/logo/images.ts";
import { organizationWith } from "../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const time = /^\d{4}-\d\d-\d\d[T ]\d\d/;
const timeWithOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Parts of a stack trace, of a file of the server, of a parser's message or of a statement. */
const internals =
  /\bat \S+ \(|\.[cm]?ts\b|node_modules|in JSON at|SyntaxError|Unexpected |\bselect .* from\b/i;

/** Lists that need a legacy practice server, see legacy.test.ts. */
const classicLists: ReadonlySet<string> = new Set(["/api/patienten", "/api/test-descriptions"]);

/** Returns all times in a JSON value as `path: time`. `path` omits the positions in lists. */
function timesIn(value: unknown, path: string): string[] {
  if (typeof value === "string") return time.test(value) ? [`${path}: ${value}`] : [];
  if (Array.isArray(value)) return value.flatMap((item) => timesIn(item, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => timesIn(child, `${path}.${name}`));
}

it(
  "R7x-05 R7x-07 see R7x-08 R7x-10 R8-69 R8-72 every time has an offset, no response is stored, errors are problems",
  { timeout: 60_000 },
  async () => {
    const { client: admin, organization, member } = await organizationWith(testApp);
    await makeMember(testApp, organization.id, "viewer", { lastLoginAt: new Date() });
    const operator = new TestClient(testApp);
    await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
    const times: string[] = [];
    const storable = new Set<string>();
    const withoutId = new Set<string>();
    const requestId = { "x-request-id": "folge-1" };
    admin.headers = requestId;
    operator.headers = requestId;
    const note = (call: string, { headers }: Response) => {
      if (headers.get("cache-control") !== "no-store") storable.add(call);
      if (headers.get("x-request-id") !== "folge-1") withoutId.add(call);
    };
    // Successful changes, with and without a response body.
    const write = async (method: string, path: string, body?: object) => {
      const response = await admin.fetch(path, {
        method,
        ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      });
      expect([path, response.ok]).toEqual([path, true]);
      note(`${method} ${path}`, response);
      return (await response.text()) || "{}";
    };
    const own = `/api/v1/organizations/${organization.id}`;
    const { id } = JSON.parse(await write("POST", `${own}/sites`, { name: "Zweigstelle" })) as { id: string };
    await write("DELETE", `${own}/sites/${id}`);
    await write("POST", `${own}/sites`, { name: "Nord" });
    await write("POST", `${own}/departments`, { name: "Empfang" });
    await write("PUT", `/api/v1/users/me`, { phone: "030 1234567" });
    const webhook = { name: "Labor", url: "https://labor.example.org/", eventTypes: ["user.deleted"] };
    await write("POST", `/api/tenant/organizations/${organization.id}/webhooks`, webhook);
    await admin.call(storeLogo, { params: { id: organization.id }, file: pngOf() });
    // The lists are read before their entries, so that the first entry of each list can be read too.
    const reads = allEndpoints.filter(({ method }) => method === "GET");
    const firsts = new Map<string, string>();
    for (const endpoint of reads.toSorted((left, right) => left.path.length - right.path.length)) {
      const { path } = endpoint;
      for (const client of [admin, operator]) {
        const name = client === admin ? "admin" : "operator";
        const address = path
          .replace(/\/(organizations?)\/\{id\}/, `/$1/${organization.id}`)
          .replace(/(?<=\/users?\/(?:\w+\/)?)\{(?:id|userId)\}/, member.personId)
          .replace(/^(.*)\/\{\w+\}/, (match, list: string) =>
            firsts.has(`${name} ${list}`) ? `${list}/${firsts.get(`${name} ${list}`)}` : match,
          );
        if (address.includes("{")) continue;
        const response = await client.fetch(address);
        note(`GET ${path}`, response);
        const contentType = response.headers.get("content-type");
        if (contentType?.includes("json") !== true) {
          await response.body?.cancel();
          continue;
        }
        const text = await response.text();
        // The contract says which values are times, so times in another format are found as well.
        readResponse(endpoint, { status: response.status, contentType, text });
        const content = JSON.parse(text) as { data?: { id?: string }[] };
        const first = Array.isArray(content.data) ? content.data[0]?.id : undefined;
        if (first !== undefined) firsts.set(`${name} ${address}`, first);
        times.push(...timesIn(content, path));
      }
    }
    // Every method and path responds with an error, because there is no session or the object does not exist.
    const unclear: string[] = [];
    const withInternals: string[] = [];
    for (const { method, path } of allEndpoints) {
      const address = path.replaceAll(/\{\w+\}/g, organization.id);
      for (const client of [new TestClient(testApp), operator]) {
        if (client === operator && path.startsWith("/api/v1/auth/")) continue;
        const response = await client.fetch(address, {
          method,
          headers: { ...requestId, ...(method !== "GET" && { "content-type": "application/json" }) },
          ...(method !== "GET" && { body: "{" }),
        });
        const text = await response.text();
        note(`${method} ${path}`, response);
        if (internals.test(text)) withInternals.push(`${method} ${path}: ${text}`);
        const { status, headers } = response;
        // The calls of applications have their own format, see openai-compatible.test.ts.
        if (status < 400 || (status < 500 && path.startsWith("/api/ai/v1/"))) continue;
        const isProblem =
          headers.get("content-type") === "application/problem+json; charset=utf-8" &&
          problemSchema.safeParse(JSON.parse(text)).success;
        if (status >= 500 || !isProblem) unclear.push(`${method} ${path}: ${status} ${text}`);
      }
    }
    const fields = new Set(times.map((foundTime) => foundTime.split(": ")[0]));
    expect(fields).toContain("/api/v1/organizations/{id}/users.data.createdAt");
    expect(fields.size).toBeGreaterThan(75);
    expect(times.filter((foundTime) => !timeWithOffset.test(foundTime.split(": ")[1] ?? ""))).toEqual([]);
    expect([...storable]).toEqual([]);
    expect([...withoutId]).toEqual([]);
    expect(withInternals).toEqual([]);
    expect(unclear).toEqual([]);
  },
);

it("R7x-04 every list returns 20 entries per page by default, at most 100, with its pagination", async () => {
  const { client: admin, organization } = await organizationWith(testApp);
  const operator = new TestClient(testApp);
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
  const { result: review } = await admin.call(startReview, { params: { id: organization.id } });
  const proven: string[] = [];
  for (const { method, path, query } of allEndpoints) {
    const { page, limit } = (query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
    const address = path
      .replace("/organizations/{id}", `/organizations/${organization.id}`)
      .replace("/organization/{id}", `/organization/${organization.id}`)
      .replace("{reviewId}", review.id);
    if (method !== "GET" || page === undefined || limit === undefined || classicLists.has(path)) continue;
    for (const client of [admin, operator]) {
      const response = await client.fetch(address);
      const body = (await response.json()) as { data: unknown[]; pagination: Record<string, number> };
      if (response.status !== 200) continue;
      const { total = -1 } = body.pagination;
      const pages = Math.ceil(total / 20);
      expect([path, body.pagination]).toEqual([path, { page: 1, limit: 20, total, pages }]);
      expect([path, body.data.length]).toEqual([path, Math.min(total, 20)]);
      const listWith = async (size: number) => {
        const list = await client.fetch(`${address}?limit=${size}`);
        const { data } = (await list.json()) as Partial<typeof body>;
        return [list.status, data?.length];
      };
      const lists = await Promise.all([0, 1, 100, 101].map(listWith));
      const lengths = [1, 100].map((size) => [200, Math.min(total, size)]);
      expect([path, lists]).toEqual([path, [[400, undefined], ...lengths, [400, undefined]]]);
      proven.push(path);
    }
  }
  expect([...new Set(proven)].toSorted()).toEqual([
    "/api/billing/invoices",
    "/api/tenant/erased-organizations",
    "/api/tenant/invoices",
    "/api/tenant/organizations",
    "/api/v1/org-tokens/admin/all",
    "/api/v1/org-tokens/organization/{id}",
    "/api/v1/organizations",
    "/api/v1/organizations/{id}/directory",
    "/api/v1/organizations/{id}/reviews/{reviewId}/members",
    "/api/v1/organizations/{id}/staff-board",
    "/api/v1/organizations/{id}/users",
    "/api/v1/organizations/{id}/workstations",
    "/api/v1/users",
  ]);
});

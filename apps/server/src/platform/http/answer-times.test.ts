import { allEndpoints } from "@praxisportal/contract/endpoints";
import { startReview } from "@praxisportal/contract/reviews/reviews.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeMember, makePlatformAccount } from "../../../test/factories.ts";
import { organizationWith } from "../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

const time = /^\d{4}-\d\d-\d\d[T ]\d\d/;
const timeWithOffset = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** They need a server of the older kind; see legacy.test.ts. */
const classicLists: ReadonlySet<string> = new Set(["/api/patienten", "/api/test-descriptions"]);

/** Returns all times in a JSON value as `path: time`; `path` is without the positions in lists. */
function timesIn(value: unknown, path: string): string[] {
  if (typeof value === "string") return time.test(value) ? [`${path}: ${value}`] : [];
  if (Array.isArray(value)) return value.flatMap((each) => timesIn(each, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => timesIn(each, `${path}.${name}`));
}

it("R7x-05 R7x-07 every time in a response is ISO 8601 with an offset; no response may be stored", async () => {
  const { client: admin, organization, member } = await organizationWith(test);
  await makeMember(test, organization.id, "viewer", { lastLoginAt: new Date() });
  const operator = new TestClient(test);
  await operator.signIn(await makePlatformAccount(test, "super_admin"));
  const found: string[] = [];
  const storable = new Set<string>();
  for (const { method, path } of allEndpoints) {
    const address = path
      .replace("/organizations/{id}", `/organizations/${organization.id}`)
      .replace(/\{(?:id|userId)\}/, member.personId);
    if (method !== "GET" || address.includes("{")) continue;
    for (const client of [admin, operator]) {
      const response = await client.fetch(address);
      if (response.headers.get("cache-control") !== "no-store") storable.add(`GET ${path}`);
      if (response.headers.get("content-type")?.includes("json") !== true) {
        await response.body?.cancel();
        continue;
      }
      found.push(...timesIn(await response.json(), path));
    }
  }
  // Answers to every method and path, which are refusals here: without a session, and of what does not exist.
  for (const { method, path } of allEndpoints) {
    const address = path.replaceAll(/\{\w+\}/g, organization.id);
    for (const client of [new TestClient(test), operator]) {
      if (client === operator && path.startsWith("/api/v1/auth/")) continue;
      const response = await client.fetch(address, {
        method,
        ...(method !== "GET" && { headers: { "content-type": "application/json" }, body: "{" }),
      });
      await response.body?.cancel();
      if (response.headers.get("cache-control") !== "no-store") storable.add(`${method} ${path}`);
    }
  }
  // Successful changes: with an answer, and without one.
  const write = async (method: string, path: string, body?: object) => {
    const response = await admin.fetch(path, {
      method,
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    expect([path, response.ok]).toEqual([path, true]);
    if (response.headers.get("cache-control") !== "no-store") storable.add(`${method} ${path}`);
    return (await response.text()) || "{}";
  };
  const sites = `/api/v1/organizations/${organization.id}/sites`;
  const { id } = JSON.parse(await write("POST", sites, { name: "Zweigstelle" })) as { id: string };
  await write("PUT", `/api/v1/users/me`, { phone: "030 1234567" });
  await write("DELETE", `${sites}/${id}`);
  const fields = new Set(found.map((each) => each.split(": ")[0]));
  expect(fields).toContain("/api/v1/organizations/{id}/users.data.createdAt");
  expect(fields.size).toBeGreaterThan(25);
  expect(found.filter((each) => !timeWithOffset.test(each.split(": ")[1] ?? ""))).toEqual([]);
  expect([...storable]).toEqual([]);
});

it("R7x-04 every list has 20 entries per page by default, 100 at most, and its pagination", async () => {
  const { client: admin, organization } = await organizationWith(test);
  const operator = new TestClient(test);
  await operator.signIn(await makePlatformAccount(test, "super_admin"));
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
      expect([path, Array.isArray(body.data)]).toEqual([path, true]);
      const statusWith = async (size: number) => {
        const answer = await client.fetch(`${address}?limit=${size}`);
        await answer.body?.cancel();
        return answer.status;
      };
      const statuses = await Promise.all([0, 1, 100, 101].map(statusWith));
      expect([path, statuses]).toEqual([path, [400, 200, 200, 400]]);
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

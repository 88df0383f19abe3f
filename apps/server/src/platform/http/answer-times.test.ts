import { allEndpoints } from "@praxisportal/contract/endpoints";
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

/** Returns all times in a JSON value as `path: time`; `path` is without the positions in lists. */
function timesIn(value: unknown, path: string): string[] {
  if (typeof value === "string") return time.test(value) ? [`${path}: ${value}`] : [];
  if (Array.isArray(value)) return value.flatMap((each) => timesIn(each, path));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => timesIn(each, `${path}.${name}`));
}

it("R7x-05 every time in a response is ISO 8601 with an offset; no response may be stored (R7x-07)", async () => {
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
      if (!/\bno-store\b/.test(response.headers.get("cache-control") ?? "")) storable.add(path);
      if (response.headers.get("content-type")?.includes("json") !== true) {
        await response.body?.cancel();
        continue;
      }
      found.push(...timesIn(await response.json(), path));
    }
  }
  const fields = new Set(found.map((each) => each.split(": ")[0]));
  expect(fields).toContain("/api/v1/organizations/{id}/users.data.createdAt");
  expect(fields.size).toBeGreaterThan(25);
  expect(found.filter((each) => !timeWithOffset.test(each.split(": ")[1] ?? ""))).toEqual([]);
  expect([...storable]).toEqual([]);
});

it("see R7x-04 every list has 20 entries per page by default, 100 at most, and its pagination", async () => {
  const { client: admin, organization } = await organizationWith(test);
  const operator = new TestClient(test);
  await operator.signIn(await makePlatformAccount(test, "super_admin"));
  const proven: string[] = [];
  for (const { method, path, query } of allEndpoints) {
    const { page, limit } = (query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {};
    const address = path.replace("/organizations/{id}", `/organizations/${organization.id}`);
    if (method !== "GET" || page === undefined || limit === undefined || address.includes("{")) continue;
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
  expect(proven).toContain("/api/v1/users");
  expect(new Set(proven).size).toBeGreaterThan(8);
});

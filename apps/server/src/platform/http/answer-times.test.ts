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

it("R7x-05 every time in a response is ISO 8601 with an offset", async () => {
  const { client: admin, organization, member } = await organizationWith(test);
  await makeMember(test, organization.id, "viewer", { lastLoginAt: new Date() });
  const operator = new TestClient(test);
  await operator.signIn(await makePlatformAccount(test, "super_admin"));
  const found: string[] = [];
  for (const { method, path } of allEndpoints) {
    const address = path
      .replace("/organizations/{id}", `/organizations/${organization.id}`)
      .replace(/\{(?:id|userId)\}/, member.personId);
    if (method !== "GET" || address.includes("{")) continue;
    for (const client of [admin, operator]) {
      const response = await client.fetch(address);
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
});

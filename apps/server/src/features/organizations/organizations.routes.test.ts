import * as organizations from "@praxisportal/contract/organizations/organizations.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeMember, makeOrganization } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

describe("GET /organizations", () => {
  it("R7o-01 R7o-02 shows an org_admin her own practice only", async () => {
    const own = await makeOrganization(test);
    await makeOrganization(test);
    const client = new TestClient(test);
    await client.signIn(await makeMember(test, own.id, "org_admin"));
    const { result } = await client.call(organizations.listOrganizations);
    expect(result.data.map((row) => row.id)).toEqual([own.id]);
    expect(result.pagination.total).toBe(1);
  });
});

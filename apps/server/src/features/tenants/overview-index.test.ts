import { storedActions } from "@praxisportal/contract/audit-actions";
import { securityEventActions } from "@praxisportal/contract/tenants/tenants.schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { queryRows } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

it("see R2.4-48 security events are counted by an index on exactly their actions", async () => {
  const [index] = await queryRows<{ definition: string }>(
    testApp,
    "select pg_get_indexdef('audit_entry_security'::regclass) as definition",
  );
  const indexedActions = [...(index?.definition ?? "").matchAll(/'([a-z_.]+)'::text/g)].map(
    ([, action]) => action,
  );
  expect(new Set(indexedActions)).toEqual(new Set(storedActions(securityEventActions)));
});

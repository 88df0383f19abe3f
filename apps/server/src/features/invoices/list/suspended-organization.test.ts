import { createDownloadTicket } from "@praxisportal/contract/auth/auth.endpoints";
import {
  getBillingProfile,
  getInvoice,
  getInvoiceFile,
  listInvoices,
} from "@praxisportal/contract/invoices/invoices.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { joinOrganization, makeMember, makeOrganization, queryRows } from "../../../../test/factories.ts";
import { insertFinalInvoice } from "../../../../test/invoices/final-invoice.ts";
import { download, exportPath } from "../../../../test/tenant-export/exports.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

it("R0-86 an org_admin of a suspended organization reads its invoices, opens their files and exports them; others do not", async () => {
  const { id } = await makeOrganization(testApp);
  const invoice = await insertFinalInvoice(testApp, id);
  const admin = new TestClient(testApp, "browser");
  await admin.signIn(await makeMember(testApp, id, "org_admin"));
  const colleague = await makeMember(testApp, id, "practice_admin", { permissions: ["billing:read"] });
  const { id: other } = await makeOrganization(testApp);
  // With another organization, so that the session continues.
  await joinOrganization(testApp, other, colleague.personId, "viewer");
  const member = new TestClient(testApp, "browser");
  await member.signIn(colleague);
  for (const client of [admin, member]) client.headers = { "x-organization-id": id };
  const params = { invoiceId: invoice.id };
  expect((await member.call(getInvoice, { params })).status).toBe(200);

  await queryRows(
    testApp,
    "update organization set status = 'suspended', suspended_at = now() where organization_id = $1",
    [id],
  );
  testApp.app.callers.cache.forgetAll();
  const { data } = (await admin.call(listInvoices)).result;
  expect(data.map(({ number }) => number)).toEqual([invoice.number]);
  expect((await admin.call(getInvoice, { params })).result.number).toBe(invoice.number);
  expect((await admin.call(getBillingProfile)).status).toBe(200);
  const [stored] = await queryRows<{ pdf: Buffer; xml: Buffer }>(
    testApp,
    "select pdf, xml from invoice where id = $1",
    [invoice.id],
  );
  for (const format of ["pdf", "xml"] as const) {
    const path = `${getInvoiceFile.path.replace("{invoiceId}", invoice.id)}?format=${format}`;
    expect((await admin.call(createDownloadTicket, { body: { path } })).status).toBe(201);
    const file = await download(admin, path);
    expect([file.status, Buffer.from(await file.arrayBuffer())]).toEqual([200, stored?.[format]]);
  }
  const exportText = await (await download(admin, exportPath(id))).text();
  expect(exportText).toContain(`"number":"${invoice.number}"`);

  for (const call of [member.call(listInvoices), member.call(getInvoice, { params })])
    expect((await call).problem.code).toBe("ORGANIZATION_SUSPENDED");
});

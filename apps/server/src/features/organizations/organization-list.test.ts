import { getAiInstruction } from "@praxisportal/contract/ai-instruction/ai-instruction.endpoints";
import { listAiTemplates } from "@praxisportal/contract/ai-templates/ai-templates.endpoints";
import { getAiSwitches } from "@praxisportal/contract/ai/ai.endpoints";
import {
  listOrganizations,
  listSeatHolders,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { listAllInvoices } from "@praxisportal/contract/invoices/invoices.endpoints";
import { invoiceSortFields } from "@praxisportal/contract/invoices/invoices.schema";
import { listAllOrgTokens } from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import { orgTokenSortFields } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { listReviewedMembers, startReview } from "@praxisportal/contract/reviews/reviews.endpoints";
import { createSite, listSites, listSiteMembers } from "@praxisportal/contract/sites/sites.endpoints";
import { previewOffboarding } from "@praxisportal/contract/staff/staff.endpoints";
import { tenantSortFields } from "@praxisportal/contract/tenants/tenant.schema";
import { listTenants } from "@praxisportal/contract/tenants/tenants.endpoints";
import { getUserSecurity } from "@praxisportal/contract/user-security/user-security.endpoints";
import { directorySortFields } from "@praxisportal/contract/users/directory.schema";
import { listDirectory } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeApplication } from "../../../test/application.ts";
import {
  joinOrganization,
  makeMember,
  makeOrganization,
  makePlatformAccount,
  queryRows,
} from "../../../test/factories.ts";
import { countReads } from "../../../test/round-trips.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

it("see R7n-22 lists the organizations of a user with one read, regardless of their number", async () => {
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push((await makeOrganization(testApp)).id);
  const [first = "", ...others] = ids;
  const member = await makeMember(testApp, first, "org_admin");
  for (const id of others) await joinOrganization(testApp, id, member.personId, "org_admin");
  const client = new TestClient(testApp);
  await client.signIn({ ...member, organizationId: first });
  const listedNames: string[] = [];

  const reads = await countReads('from "organization" as "o"', async () => {
    const { result } = await client.call(listOrganizations, {});
    listedNames.push(...result.data.map(({ id }) => id));
  });

  expect(listedNames.toSorted()).toEqual(ids.toSorted());
  expect(reads).toBe(1);
});

// In byte order, Ä follows Z, and small letters follow capital ones.
const inGermanOrder = ["Ähre", "Apfel", "Özdemir", "Probe", "zander"];

it("see R7o-11 the lists of people, sites, templates and applications of an organization are in German order", async () => {
  const { id } = await makeOrganization(testApp);
  const params = { id };
  const names = inGermanOrder.toReversed();
  const member = await makeMember(testApp, id, "org_admin", { firstName: "Anna", lastName: "zander" });
  for (const lastName of names.slice(1))
    await makeMember(testApp, id, "org_admin", { firstName: "Anna", lastName });
  const client = new TestClient(testApp);
  client.headers = { "x-organization-id": id };
  await client.signIn(member);
  for (const name of names) {
    await client.call(createSite, { params, body: { name } });
    await makeApplication(testApp, member, { applicationId: crypto.randomUUID(), applicationName: name });
  }
  await queryRows(
    testApp,
    `with stopped as (
       insert into ai_person_limit (organization_id, person_id, stopped_at, stopped_reason)
       select organization_id, person_id, now(), 'Probe' from membership where organization_id = $1)
     insert into ai_template (id, organization_id, name, text)
     select gen_random_uuid(), $1, name, 'Kurz.' from unnest($2::text[]) name`,
    [id, names],
  );
  const [site] = (await client.call(listSites, { params })).result.data;
  const siteParams = { ...params, siteId: site?.id ?? "" };
  await queryRows(testApp, "update membership set site_id = $2 where organization_id = $1", [id, site?.id]);
  const { result: review } = await client.call(startReview, { params });
  const reviewParams = { ...params, reviewId: review.id };
  const self = { params: { id: member.personId } };
  const last = (name: string | null) => name?.replace("Anna ", "");

  const lists = {
    sites: (await client.call(listSites, { params })).result.data.map(({ name }) => name),
    siteMembers: (await client.call(listSiteMembers, { params: siteParams })).result.data.map(
      ({ lastName }) => lastName,
    ),
    directory: (await client.call(listDirectory, { params })).result.data.map(({ lastName }) => lastName),
    seatHolders: (await client.call(listSeatHolders, { params })).result.data.map(({ lastName }) => lastName),
    reviewedMembers: (await client.call(listReviewedMembers, { params: reviewParams })).result.data.map(
      ({ name }) => last(name),
    ),
    aiTemplates: (await client.call(listAiTemplates)).result.data.map(({ name }) => name),
    stoppedByAi: (await client.call(getAiSwitches)).result.people.map(({ name }) => last(name)),
    aiContacts: (await client.call(getAiInstruction)).result.contacts.map((name) => last(name)),
    applications: (await client.call(getUserSecurity, self)).result.applications.map(({ name }) => name),
    offboarding: (await client.call(previewOffboarding, self)).result.applications,
  };
  expect(lists).toEqual({
    ...Object.fromEntries(Object.keys(lists).map((list) => [list, inGermanOrder])),
    // Three at most.
    aiContacts: inGermanOrder.slice(0, 3),
  });
});

it("see R7o-11 rows with equal values keep their order on pages of every size", async () => {
  const { id } = await makeOrganization(testApp);
  const params = { id };
  const member = await makeMember(testApp, id, "org_admin", { firstName: "Anna", lastName: "Gleich" });
  for (let count = 0; count < 12; count += 1) {
    await makeOrganization(testApp, { name: "Praxis Gleich" });
    await makeMember(testApp, id, "viewer", { firstName: "Anna", lastName: "Gleich" });
    await makeApplication(testApp, member, { applicationId: crypto.randomUUID(), applicationName: "Gleich" });
  }
  await queryRows(testApp, "update organization set created_at = now() where name = 'Praxis Gleich'");
  await queryRows(
    testApp,
    "update org_token set created_at = now(), refresh_expires_at = now() + interval '1 day'",
  );
  await queryRows(
    testApp,
    `insert into invoice (organization_id, id, kind, month, attempt, currency, net_cents, tax_cents, gross_cents,
       due_cents, finalise_at, organization_name)
     select $1, gen_random_uuid(), 'invoice', '2026-01-01', n, 'EUR', 1, 0, 1, 1, now(), 'Praxis Gleich'
     from generate_series(1, 12) n`,
    [id],
  );
  const [operator, client] = [new TestClient(testApp), new TestClient(testApp)];
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
  client.headers = { "x-organization-id": id };
  await client.signIn(member);
  type Page = { data: readonly { id: string }[]; pagination: { pages: number } };
  const lists: Readonly<Record<string, readonly [readonly string[], (query: never) => Promise<Page>]>> = {
    tenants: [tenantSortFields, async (query) => (await operator.call(listTenants, { query })).result],
    tokens: [orgTokenSortFields, async (query) => (await operator.call(listAllOrgTokens, { query })).result],
    invoices: [invoiceSortFields, async (query) => (await operator.call(listAllInvoices, { query })).result],
    directory: [
      directorySortFields,
      async (query) => (await client.call(listDirectory, { params, query })).result,
    ],
  };
  for (const [name, [fields, read]] of Object.entries(lists))
    for (const sortBy of fields) {
      const idsOf = async (limit: number) => {
        const ids: string[] = [];
        for (let page = 1; ; page += 1) {
          const { data, pagination } = await read({ sortBy, limit, page } as never);
          ids.push(...data.map((row) => row.id));
          if (page >= pagination.pages) return ids;
        }
      };
      const onePage = await idsOf(100);
      expect(onePage.length, name).toBeGreaterThanOrEqual(12);
      for (const limit of [3, 5]) expect(await idsOf(limit), `${name} by ${sortBy}`).toEqual(onePage);
    }
});

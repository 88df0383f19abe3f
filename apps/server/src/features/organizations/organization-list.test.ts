import { getAiInstruction } from "@praxisportal/contract/ai-instruction/ai-instruction.endpoints";
import { listAiTemplates } from "@praxisportal/contract/ai-templates/ai-templates.endpoints";
import { getAiSwitches } from "@praxisportal/contract/ai/ai.endpoints";
import {
  listOrganizations,
  listSeatHolders,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { listReviewedMembers, startReview } from "@praxisportal/contract/reviews/reviews.endpoints";
import { createSite, listSites, listSiteMembers } from "@praxisportal/contract/sites/sites.endpoints";
import { previewOffboarding } from "@praxisportal/contract/staff/staff.endpoints";
import { getUserSecurity } from "@praxisportal/contract/user-security/user-security.endpoints";
import { listDirectory } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeApplication } from "../../../test/application.ts";
import { joinOrganization, makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { countReads } from "../../../test/round-trips.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

it("see R7n-22 lists the organizations of a user with one read, regardless of their number", async () => {
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push((await makeOrganization(test)).id);
  const [first = "", ...others] = ids;
  const member = await makeMember(test, first, "org_admin");
  for (const id of others) await joinOrganization(test, id, member.personId, "org_admin");
  const client = new TestClient(test);
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
  const { id } = await makeOrganization(test);
  const params = { id };
  const names = inGermanOrder.toReversed();
  const member = await makeMember(test, id, "org_admin", { firstName: "Anna", lastName: "zander" });
  for (const lastName of names.slice(1))
    await makeMember(test, id, "org_admin", { firstName: "Anna", lastName });
  const client = new TestClient(test);
  client.headers = { "x-organization-id": id };
  await client.signIn(member);
  for (const name of names) {
    await client.call(createSite, { params, body: { name } });
    await makeApplication(test, member, { applicationId: crypto.randomUUID(), applicationName: name });
  }
  await queryRows(
    test,
    `with stopped as (
       insert into ai_person_limit (organization_id, person_id, stopped_at, stopped_reason)
       select organization_id, person_id, now(), 'Probe' from membership where organization_id = $1)
     insert into ai_template (id, organization_id, name, text)
     select gen_random_uuid(), $1, name, 'Kurz.' from unnest($2::text[]) name`,
    [id, names],
  );
  const [site] = (await client.call(listSites, { params })).result.data;
  const siteParams = { ...params, siteId: site?.id ?? "" };
  await queryRows(test, "update membership set site_id = $2 where organization_id = $1", [id, site?.id]);
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

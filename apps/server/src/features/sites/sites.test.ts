import * as endpoints from "@praxisportal/contract/sites/sites.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEntries, makeMember, makeOrganization } from "../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

async function setUpOrganization(country: "DE" | "AT" | "CH" = "DE") {
  const organization = await makeOrganization(testApp, { country });
  const client = new TestClient(testApp);
  await client.signIn(await makeMember(testApp, organization.id, "org_admin"));
  const params = { id: organization.id };
  const create = (body: object) => client.call(endpoints.createSite, { params, body });
  const list = async () => (await client.call(endpoints.listSites, { params })).result.data;
  return { client, organization, params, create, list };
}

describe("sites", () => {
  it.each([
    ["DE", { kind: "bsnr", value: "12 345 67 89" }, "123456789"],
    ["DE", { kind: "nbsnr", value: "987654321" }, "987654321"],
    ["AT", { kind: "vpnr", value: "123456" }, "123456"],
    ["CH", { kind: "gln", value: "7601000000019" }, "7601000000019"],
    ["CH", { kind: "zsr", value: "h 1234.56" }, "H123456"],
  ] as const)("see R3-28 in %s accept the number %j", async (country, number, kept) => {
    const { create } = await setUpOrganization(country);
    const { status, result } = await create({ name: "Hauptstelle", number });
    expect([status, result.number]).toEqual([201, { kind: number.kind, value: kept }]);
  });

  it.each([
    ["DE", { kind: "gln", value: "7601000000019" }, "number.kind", "invalidChoice"],
    ["CH", { kind: "bsnr", value: "123456789" }, "number.kind", "invalidChoice"],
    ["CH", { kind: "gln", value: "7601000000018" }, "number.value", "invalidFormat"],
    ["DE", { kind: "bsnr", value: "12345678" }, "number.value", "invalidFormat"],
  ] as const)("see R3-28 in %s reject %j", async (country, number, path, code) => {
    const { create, list } = await setUpOrganization(country);
    const response = await create({ name: "Hauptstelle", number });
    expect([response.status, response.problem.errors?.map((error) => [error.path, error.code])]).toEqual([
      400,
      [[path, code]],
    ]);
    expect(await list()).toEqual([]);
  });

  it("see R7o-05 R5-22 are changed with their version; name and number stay unique", async () => {
    const { client, organization, params, create, list } = await setUpOrganization();
    const number = { kind: "bsnr", value: "123456789" };
    const first = (await create({ name: "Nord", number })).result;
    const second = (await create({ name: "Süd", address: "Musterweg 2\n12345 Musterstadt" })).result;
    const update = (body: object, version?: number) =>
      client.call(endpoints.updateSite, {
        params: { ...params, siteId: second.id },
        body,
        ...(version === undefined ? {} : { headers: { "if-match": `"${version}"` } }),
      });
    const conflict = await update({ name: "Nord", number });
    expect(conflict.problem.errors?.map((error) => [error.path, error.code])).toEqual([
      ["name", "unique"],
      ["number.value", "unique"],
    ]);
    expect((await update({ name: "West" }, 7)).status).toBe(412);
    const changedSite = (await update({ number: { kind: "nbsnr", value: "987654321" } }, 1)).result;
    expect(changedSite).toMatchObject({ name: "Süd", version: 2, address: second.address });
    expect((await update({ address: null, number: null })).result).toMatchObject({
      address: null,
      number: null,
    });
    expect((await list()).map((site) => site.name)).toEqual(["Nord", "Süd"]);
    const entries = await auditEntries(testApp, organization.id, "site.updated");
    expect(entries[0]?.record.changes).toEqual({
      number_kind: [null, "nbsnr"],
      number_value: [null, "987654321"],
    });
    expect(first.memberCount).toBe(0);
  });

  it("see R3-28 people are assigned all or none, move between sites, and stay when a site is closed", async () => {
    const { client, organization, params, create, list } = await setUpOrganization();
    const [north, south] = [
      (await create({ name: "Nord" })).result.id,
      (await create({ name: "Süd" })).result.id,
    ];
    const people = [
      (await makeMember(testApp, organization.id, "viewer", { lastName: "Muster-A" })).personId,
      (await makeMember(testApp, organization.id, "viewer", { lastName: "Muster-B" })).personId,
    ];
    const outsiderId = (await makeMember(testApp, (await makeOrganization(testApp)).id, "viewer")).personId;
    const assign = (siteId: string, userIds: string[]) =>
      client.call(endpoints.assignSite, { params: { ...params, siteId }, body: { userIds } });
    expect((await assign(north, [...people, outsiderId])).status).toBe(404);
    expect((await list()).map((site) => site.memberCount)).toEqual([0, 0]);
    const assignedPeople = (await assign(north, people)).result.data;
    expect(assignedPeople.map((member) => member.lastName)).toEqual(["Muster-A", "Muster-B"]);
    await assign(south, [people[0] ?? ""]);
    expect((await list()).map((site) => site.memberCount)).toEqual([1, 1]);
    const moves = await auditEntries(testApp, organization.id, "user.site_changed");
    expect(moves.map((entry) => entry.record.changes)).toEqual([
      { site: [null, "Nord"] },
      { site: [null, "Nord"] },
      { site: ["Nord", "Süd"] },
    ]);
    const removal = await client.call(endpoints.unassignSite, {
      params: { ...params, siteId: north, userId: people[1] ?? "" },
    });
    expect(removal.status).toBe(204);
    expect((await client.call(endpoints.removeSite, { params: { ...params, siteId: south } })).status).toBe(
      204,
    );
    expect((await list()).map((site) => [site.name, site.memberCount])).toEqual([["Nord", 0]]);
  });

  it("see R1-01 R6-49 N02 of another organization are not found", async () => {
    const [ownSetup, otherSetup] = [await setUpOrganization(), await setUpOrganization()];
    const siteId = (await otherSetup.create({ name: "Nord" })).result.id;
    const params = { ...ownSetup.params, siteId };
    const responses = await Promise.all([
      ownSetup.client.call(endpoints.updateSite, { params, body: { name: "x" } }),
      ownSetup.client.call(endpoints.removeSite, { params }),
      ownSetup.client.call(endpoints.listSiteMembers, { params }),
    ]);
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404]);
    expect((await otherSetup.list()).map((site) => site.name)).toEqual(["Nord"]);
  });

  it("see R7o-05 are created by users who manage the organization, and assigned by users who manage people", async () => {
    const { client, organization, params, create } = await setUpOrganization();
    const siteId = (await create({ name: "Nord" })).result.id;
    const as = async (role: "practice_admin" | "viewer") => {
      const otherClient = new TestClient(testApp);
      const member = await makeMember(testApp, organization.id, role);
      await otherClient.signIn(member);
      const creation = await otherClient.call(endpoints.createSite, { params, body: { name: "Süd" } });
      const response = await otherClient.call(endpoints.assignSite, {
        params: { ...params, siteId },
        body: { userIds: [member.personId] },
      });
      return [creation.status, response.status];
    };
    expect(await as("practice_admin")).toEqual([403, 200]);
    expect(await as("viewer")).toEqual([403, 403]);
    expect((await client.call(endpoints.listSiteMembers, { params: { ...params, siteId } })).status).toBe(
      200,
    );
  });
});

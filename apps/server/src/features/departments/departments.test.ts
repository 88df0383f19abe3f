import * as endpoints from "@praxisportal/contract/departments/departments.endpoints";
import { getUser, updateUser } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEntries, makeMember, makeOrganization, queryRows } from "../../../test/factories.ts";
import { organizationWith } from "../../../test/people.ts";
import { openSocket } from "../../../test/portal-socket.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { organizationBuilder } from "../../platform/db/builder.ts";
import { listDepartments } from "./departments.queries.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

async function withDepartments(...names: string[]) {
  const { client, organization } = await organizationWith(testApp);
  const params = { id: organization.id };
  for (const name of names) await client.call(endpoints.createDepartment, { params, body: { name } });
  const list = async () => (await client.call(endpoints.listDepartments, { params })).result;
  const idOf = async (name: string) =>
    (await list()).data.find((department) => department.name === name)?.id ?? "";
  return { client, organization, params, list, idOf };
}

describe("departments", () => {
  it("see R7n-22 counts the people of all departments in one pass over the members", async () => {
    const { organization } = await withDepartments("Labor", "Empfang");
    let compiledQuery: { sql: string; parameters: readonly unknown[] } | undefined;
    const planOf = async (build: (db: typeof organizationBuilder) => { compile(): typeof compiledQuery }) => {
      compiledQuery = build(organizationBuilder).compile();
      return [];
    };
    await listDepartments({ organizationId: organization.id, read: planOf } as never);
    const plan = await queryRows(
      testApp,
      `explain (format json) ${compiledQuery?.sql}`,
      compiledQuery?.parameters ?? [],
    );
    expect(JSON.stringify(plan)).toContain('"membership"');
    expect(JSON.stringify(plan)).not.toContain("SubPlan");
  });

  it("see R3-22 R7o-11 exist without people, are created with members, and are listed in German order with counts", async () => {
    const { client, organization, params, list } = await withDepartments("Röntgen", "Ärzte");
    await makeMember(testApp, organization.id, "viewer", { department: "Labor" });
    const late = await makeMember(testApp, organization.id, "viewer");
    await client.call(updateUser, {
      params: { id: late.personId },
      body: { organizationData: { department: "Labor" } },
    });
    await makeMember(testApp, organization.id, "viewer", { department: "Labor", status: "deactivated" });
    const former = await makeMember(testApp, organization.id, "viewer", { department: "Labor" });
    await queryRows(testApp, "update membership set status = 'removed' where person_id = $1", [
      former.personId,
    ]);
    const { data, withoutDepartment } = await list();
    expect(data.map(({ name, memberCount }) => [name, memberCount])).toEqual([
      ["Ärzte", 0],
      ["Labor", 3],
      ["Röntgen", 0],
    ]);
    expect(withoutDepartment).toBe(1);
    const twice = await client.call(endpoints.createDepartment, { params, body: { name: " Labor " } });
    expect([twice.status, twice.problem.code]).toEqual([409, "ALREADY_EXISTS"]);
    expect(twice.problem.errors?.map(({ path, code }) => [path, code])).toEqual([["name", "unique"]]);
  });

  it("see R7o-05 R5-22 renaming updates all members, each with a new version", async () => {
    const { client, organization, params, idOf } = await withDepartments("Labor", "Empfang");
    const member = await makeMember(testApp, organization.id, "viewer", { department: "Labor" });
    const before = (await client.call(getUser, { params: { id: member.personId } })).result;
    const departmentId = await idOf("Labor");
    const socket = await openSocket(testApp, client);
    const rename = (name: string) =>
      client.call(endpoints.renameDepartment, { params: { ...params, departmentId }, body: { name } });
    const conflict = (await rename("Empfang")).problem;
    expect([conflict.code, conflict.errors?.map(({ path, code }) => [path, code])]).toEqual([
      "ALREADY_EXISTS",
      [["name", "unique"]],
    ]);
    expect((await rename("Labor und Funktion")).result).toMatchObject({ id: departmentId, memberCount: 1 });
    expect(await socket.next("organizationUpdate")).toEqual({
      type: "department.renamed",
      departmentId,
    });
    const after = (await client.call(getUser, { params: { id: member.personId } })).result;
    expect(after.organizationData.department).toBe("Labor und Funktion");
    expect(after.version).toBe(before.version + 1);
    const [entry] = await auditEntries(testApp, organization.id, "department.renamed");
    expect(entry?.record.changes).toEqual({ name: ["Labor", "Labor und Funktion"], people: [1, 1] });
    socket.close();
  });

  it("see R7o-05 merging moves people and leaves one; deleting leaves people without a department", async () => {
    const { client, organization, params, idOf, list } = await withDepartments("Empfang", "Anmeldung");
    for (const department of ["Empfang", "Anmeldung", "Anmeldung"]) {
      await makeMember(testApp, organization.id, "viewer", { department });
    }
    const [departmentId, into] = [await idOf("Anmeldung"), await idOf("Empfang")];
    const merge = (target: string) =>
      client.call(endpoints.mergeDepartment, { params: { ...params, departmentId }, body: { into: target } });
    expect((await merge(departmentId)).problem.code).toBe("CONFLICT");
    expect((await merge(into)).result).toMatchObject({ id: into, name: "Empfang", memberCount: 3 });
    expect((await merge(into)).status).toBe(404);
    const removal = await client.call(endpoints.removeDepartment, {
      params: { ...params, departmentId: into },
    });
    expect(removal.status).toBe(204);
    expect(await list()).toEqual({ data: [], withoutDepartment: 4 });
  });

  it("see R1-01 N02 of another organization are not found and stay unchanged", async () => {
    const [ownSetup, otherSetup] = [await withDepartments("Labor"), await withDepartments("Labor")];
    const departmentId = await otherSetup.idOf("Labor");
    const params = { ...ownSetup.params, departmentId };
    const responses = await Promise.all([
      ownSetup.client.call(endpoints.renameDepartment, { params, body: { name: "x" } }),
      ownSetup.client.call(endpoints.removeDepartment, { params }),
      ownSetup.client.call(endpoints.mergeDepartment, {
        params,
        body: { into: await ownSetup.idOf("Labor") },
      }),
      ownSetup.client.call(endpoints.mergeDepartment, {
        params: { ...ownSetup.params, departmentId: await ownSetup.idOf("Labor") },
        body: { into: departmentId },
      }),
    ]);
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404, 404]);
    expect((await otherSetup.list()).data.map((department) => department.name)).toEqual(["Labor"]);
  });

  it.each(["practice_admin", "viewer"] as const)(
    "see R7o-05 can be read but not managed by %s",
    async (role) => {
      const { id } = await makeOrganization(testApp);
      const client = new TestClient(testApp);
      await client.signIn(await makeMember(testApp, id, role));
      expect((await client.call(endpoints.listDepartments, { params: { id } })).status).toBe(200);
      const response = await client.call(endpoints.createDepartment, {
        params: { id },
        body: { name: "Labor" },
      });
      expect(response.problem.code).toBe("FORBIDDEN");
    },
  );
});

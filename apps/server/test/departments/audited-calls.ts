import { createDepartment } from "@praxisportal/contract/departments/departments.endpoints";
import type { TestClient } from "../test-client.ts";

/** Returns a successful example of each audited call of departments. */
export function departmentExamples(signedIn: () => Promise<{ client: TestClient; organizationId: string }>) {
  /** Returns an administrator of an organization with two departments. */
  async function withDepartments() {
    const { client, organizationId } = await signedIn();
    const make = async (name: string) =>
      (await client.call(createDepartment, { params: { id: organizationId }, body: { name } })).result.id;
    const params = { id: organizationId, departmentId: await make("Labor") };
    return { client, params, other: await make("Empfang") };
  }

  return {
    "departments.create": async () => {
      const { client, organizationId } = await signedIn();
      return { client, params: { id: organizationId }, body: { name: "Labor" } };
    },
    "departments.rename": async () => ({
      ...(await withDepartments()),
      body: { name: "Labor und Funktion" },
    }),
    "departments.merge": async () => {
      const { client, params, other } = await withDepartments();
      return { client, params, body: { into: other } };
    },
    "departments.remove": async () => {
      const { client, params } = await withDepartments();
      return { client, params };
    },
  };
}

import { createEmergencyCode } from "@praxisportal/contract/emergency-code/emergency-code.endpoints";
import { makeMember, makeOrganization } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";
import { setLocked } from "./set-locked.ts";

/** Returns a successful example of each audited call about the emergency code. */
export function emergencyCodeExamples(portal: () => TestApp) {
  const administrator = async () => {
    const { id } = await makeOrganization(portal());
    const client = new TestClient(portal());
    const member = await makeMember(portal(), id, "org_admin");
    await client.signIn(member);
    return { client, member, params: { id } };
  };
  const withCode = async () => {
    const prepared = await administrator();
    const { result } = await prepared.client.call(createEmergencyCode, { params: prepared.params });
    return { ...prepared, code: result.code };
  };
  return {
    "emergencyCode.create": async () => {
      const { client, params } = await administrator();
      return { client, params };
    },
    "emergencyCode.withdraw": async () => {
      const { client, params } = await withCode();
      return { client, params };
    },
    "emergencyCode.redeem": async () => {
      const { member, code } = await withCode();
      await setLocked(portal(), member.personId);
      return { client: new TestClient(portal()), body: { name: member.email, code } };
    },
  };
}

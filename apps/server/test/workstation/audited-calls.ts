import { lockSession, setPin } from "@praxisportal/contract/workstation/workstation.endpoints";
import { makeMember, makeOrganization, queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";

const pin = "482916";

/** Signs a member in on a workstation that their organization shares. */
async function atSharedWorkstation(testApp: TestApp) {
  const { id } = await makeOrganization(testApp);
  const member = await makeMember(testApp, id, "viewer");
  const client = new TestClient(testApp, "browser");
  await client.signIn(member);
  await queryRows(testApp, "update workstation set is_shared = true where organization_id = $1", [id]);
  await client.signIn(member);
  return { client, member };
}

/** Returns a successful example of each audited call about PINs and the lock screen. */
export function workstationExamples(portal: () => TestApp) {
  const withPin = async () => {
    const desk = await atSharedWorkstation(portal());
    await desk.client.call(setPin, { body: { pin } });
    return desk;
  };
  return {
    "workstation.setPin": async () => ({ ...(await atSharedWorkstation(portal())), body: { pin } }),
    "workstation.removePin": withPin,
    "workstation.signInWithPin": async () => {
      const { client, member } = await withPin();
      await client.call(lockSession);
      return { client, body: { userId: member.personId, pin } };
    },
    "workstation.raiseAlarm": async () => {
      const { client } = await atSharedWorkstation(portal());
      return { client, body: {} };
    },
  };
}

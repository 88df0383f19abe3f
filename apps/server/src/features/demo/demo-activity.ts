import { login, logout } from "@praxisportal/contract/auth/auth.endpoints";
import { type BodyOf, type Endpoint, pathOf, type ResultOf } from "@praxisportal/contract/endpoint";
import { addMember } from "@praxisportal/contract/members/members.endpoints";
import { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import { setUserRole, updateUser } from "@praxisportal/contract/users/users.endpoints";
import { createWebhook } from "@praxisportal/contract/webhooks/webhooks.endpoints";
import { demoAccounts, demoPassword } from "./demo-people.ts";

/** A program that receives webhooks of the first demo organization. */
export type DemoReceiver = { url: string; eventTypes: readonly string[] };

/** Sends a request to the server in-process. */
export type Inject = (request: {
  method: Endpoint["method"];
  url: string;
  headers: Record<string, string>;
  payload?: string;
}) => Promise<{ statusCode: number; body: string }>;

type RequestInput<E extends Endpoint> = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: BodyOf<E>;
};

/**
 * Performs the actions of the first demo organization's owner on the morning of the first start, so that its history is
 * not empty. A receiver gets a webhook before the changes. All actions are ordinary requests of a session, so that they
 * are checked, audited and mailed as usual.
 */
export async function simulateMorning(inject: Inject, receiver: DemoReceiver | undefined): Promise<void> {
  let accessToken = "";
  const call = async <const E extends Endpoint>(
    endpoint: E,
    input: RequestInput<E> = {},
  ): Promise<ResultOf<E>> => {
    const query = input.query === undefined ? "" : `?${new URLSearchParams(input.query).toString()}`;
    const { statusCode, body } = await inject({
      method: endpoint.method,
      url: pathOf(endpoint, input.params) + query,
      headers: {
        "content-type": "application/json",
        ...(accessToken === "" ? {} : { authorization: `Bearer ${accessToken}` }),
      },
      ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) }),
    });
    if (statusCode >= 300) throw new Error(`demonstration: ${endpoint.name} returned ${statusCode}`);
    return (body === "" ? undefined : JSON.parse(body)) as ResultOf<E>;
  };

  const session = await call(login, { body: { username: "inhaberin", password: demoPassword } });
  if (session.requires2FA || session.organization === null)
    throw new Error("demonstration: the owner could not sign in");
  accessToken = session.accessToken;
  const { id } = session.organization;
  if (receiver !== undefined) {
    const body = {
      name: "Laborsoftware (Demonstration)",
      url: receiver.url,
      headers: [],
      eventTypes: [...receiver.eventTypes],
    };
    await call(createWebhook, { params: { id }, body });
  }
  const colleagues = await call(listOrganizationUsers, {
    params: { id },
    query: { status: "active", role: "viewer" },
  });
  const [first, second, third, fourth] = colleagues.data
    // The documented accounts stay unchanged.
    .filter(({ username }) => !demoAccounts.some((account) => account.username === username))
    .map((user) => ({ params: { id: user.id } }));
  if (first && second && third && fourth) {
    await call(updateUser, { ...first, body: { organizationData: { department: "Röntgen" } } });
    await call(setUserRole, { ...second, body: { type: "editor" } });
    await call(updateUser, { ...third, body: { phone: "+49 30 23125 017" } });
  }
  await call(addMember, {
    params: { id },
    body: {
      email: "thea.probe-vertretung@example.org",
      firstName: "Thea",
      lastName: "Probe-Vertretung",
      department: "Vertretung",
      role: "viewer",
      message: "Willkommen im Team am Musterplatz!",
    },
  });
  if (fourth) await call(updateUser, { ...fourth, body: { status: "deactivated" } });
  await call(logout);
}

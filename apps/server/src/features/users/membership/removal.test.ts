import { createSocketTicket } from "@praxisportal/contract/auth/auth.endpoints";
import {
  acceptInvitation,
  addMember,
  checkInvitation,
  removeMember,
} from "@praxisportal/contract/members/members.endpoints";
import {
  cancelEmail,
  changeEmail,
  confirmEmail,
  createUser,
  deleteUser,
  updateUser,
} from "@praxisportal/contract/users/users.endpoints";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { auditEntries, joinOrganization, makeMember, queryRows, unique } from "../../../../test/factories.ts";
import { mailedToken } from "../../../../test/mailbox.ts";
import { newUser, organizationWith } from "../../../../test/people.ts";
import { openSocket, type TestSocket } from "../../../../test/socket-client.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.stop());

const sockets: TestSocket[] = [];
afterEach(() => {
  for (const { ws } of sockets.splice(0)) ws.terminate();
});

const newClient = () => new TestClient(testApp);
const newPassword = "Sonnen-Garten-83";

async function socketOf(client: TestClient) {
  const { ticket } = (await client.call(createSocketTicket)).result;
  const url = `${testApp.baseUrl.replace("http", "ws")}/ws?token=${ticket}`;
  const socket = await openSocket(url, {
    origin: testApp.origin,
    ...(client.cookie && { cookie: client.cookie }),
  });
  sockets.push(socket);
  return socket;
}

/** Returns the tables that contain a text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await queryRows<{ name: string }>(
    testApp,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migration' order by 1`,
  );
  const names: string[] = [];
  for (const { name } of tables) {
    const like = `select 1 from "${name}" t where to_jsonb(t)::text ilike $1 limit 1`;
    if ((await queryRows(testApp, like, [`%${text}%`])).length > 0) names.push(name);
  }
  return names;
}

describe("a deleted person", () => {
  it("R7u-08 leaves no address, number, message or name in any table", async () => {
    const { client, organization } = await organizationWith(testApp);
    const addresses = ["a", "b", "c"].map((letter) => `${unique(`kanarie-${letter}`)}@example.org`);
    const [first = "", second = "", third = ""] = addresses;
    const addition = await client.call(addMember, {
      params: { id: organization.id },
      body: {
        email: first,
        firstName: "Kanaria",
        lastName: "Zeisig",
        message: "Liebe Kanaria, willkommen",
        department: "Empfang",
      },
    });
    const params = { id: addition.result.id };
    const invitation = await mailedToken(testApp, "invitation", first);
    await newClient().call(acceptInvitation, {
      body: { token: invitation, password: newPassword, username: "kanarie_zeisig" },
    });
    await client.call(updateUser, { params, body: { phone: "+49 30 4711471147" } });
    const memberClient = newClient();
    await memberClient.signIn({ email: first, password: newPassword });
    await memberClient.call(changeEmail, { body: { newEmail: second, password: newPassword } });
    await newClient().call(confirmEmail, {
      body: { token: await mailedToken(testApp, "emailConfirm", second) },
    });
    await memberClient.call(changeEmail, { body: { newEmail: third, password: newPassword } });
    const open = {
      invitation,
      confirm: await mailedToken(testApp, "emailConfirm", third),
      cancel: await mailedToken(testApp, "emailChangeNotice", second),
    };
    for (const text of addresses) expect(await tablesWith(text)).not.toEqual([]);

    expect((await client.call(deleteUser, { params })).status).toBe(204);

    for (const text of [...addresses, "4711471147", "willkommen", "kanarie_zeisig", "Kanaria", "Zeisig"]) {
      expect([text, await tablesWith(text)]).toEqual([text, []]);
    }
    // The links in the old mailboxes restore nothing.
    const responses = [
      await newClient().call(confirmEmail, { body: { token: open.confirm } }),
      await newClient().call(cancelEmail, { body: { token: open.cancel } }),
      await newClient().call(checkInvitation, { body: { token: open.invitation } }),
    ];
    expect(responses.map(({ problem }) => problem.code)).toEqual(Array(3).fill("LINK_INVALID"));
    expect(await tablesWith(second)).toEqual([]);
    expect((await memberClient.refresh()).status).toBe(401);
    for (const chain of [organization.id, platformChainId]) {
      const entries = await auditEntries(testApp, chain, "user.deleted");
      expect(entries.filter((entry) => entry.target_id === params.id)).toHaveLength(1);
    }
  });

  it("R7u-08 N30 has no valid invitation", async () => {
    const { client, organization } = await organizationWith(testApp);
    const email = `${unique("doch-nicht")}@example.org`;
    const { result } = await client.call(addMember, { params: { id: organization.id }, body: { email } });
    const token = await mailedToken(testApp, "invitation", email);
    expect((await client.call(deleteUser, { params: { id: result.id } })).status).toBe(204);
    const body = { token, password: newPassword };
    expect((await newClient().call(acceptInvitation, { body })).problem.code).toBe("LINK_INVALID");
    // The address is free for another person of the organization.
    expect((await client.call(createUser, { body: newUser({ email }) })).status).toBe(201);
  });
});

describe("open connections", () => {
  type TestOrganization = Awaited<ReturnType<typeof organizationWith>>;
  const departures: [string, (organization: TestOrganization, id: string) => Promise<{ status: number }>][] =
    [
      [
        "deactivated",
        ({ client }, id) => client.call(updateUser, { params: { id }, body: { status: "deactivated" } }),
      ],
      ["deleted", ({ client }, id) => client.call(deleteUser, { params: { id } })],
      [
        "removed",
        ({ client, organization }, id) =>
          client.call(removeMember, { params: { id: organization.id, userId: id } }),
      ],
      [
        "past the time limit",
        ({ client }, id) =>
          client.call(updateUser, {
            params: { id },
            body: { validUntil: new Date(Date.now() - 1_000).toISOString() },
          }),
      ],
    ];

  it.each(departures)("see R6-50 close for a user who is %s", async (_name, leave) => {
    const organization = await organizationWith(testApp);
    const member = await makeMember(testApp, organization.organization.id, "viewer");
    const memberClient = newClient();
    await memberClient.signIn(member);
    const socket = await socketOf(memberClient);
    expect((await leave(organization, member.personId)).status).toBeLessThan(300);
    expect((await socket.closed).code).toBe(4401);
  });

  it("R7w-11 receive only changes to members of their own organization", async () => {
    const [here, there] = [await organizationWith(testApp), await organizationWith(testApp)];
    const [ownSocket, foreignSocket] = [await socketOf(here.client), await socketOf(there.client)];
    const both = await makeMember(testApp, here.organization.id, "viewer");
    await joinOrganization(testApp, there.organization.id, both.personId, "viewer");
    const { result } = await here.client.call(createUser, { body: newUser() });
    const params = { id: result.id };
    await here.client.call(updateUser, { params, body: { phone: "030 1234" } });
    await here.client.call(deleteUser, { params });
    await here.client.call(updateUser, { params: { id: both.personId }, body: { status: "deactivated" } });
    await expect
      .poll(async () =>
        (await ownSocket.events()).map(({ event, data }) => [event, (data as { userId?: string }).userId]),
      )
      .toEqual([
        ["userUpdate", result.id],
        ["userUpdate", result.id],
        ["userUpdate", result.id],
        ["userUpdate", both.personId],
      ]);
    expect(await foreignSocket.events()).toEqual([]);
  });
});

import { randomUUID } from "node:crypto";
import pg from "pg";
import { makeApplication } from "../application.ts";
import { makeMember, queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";

/** Path parameters whose objects belong to one organization or one person. */
const parameters = [
  "siteId",
  "reviewId",
  "webhookId",
  "deliveryId",
  "departmentId",
  "workstationId",
  "folderId",
  "templateId",
  "invoiceId",
  "notificationId",
] as const;

/** An object that a path names. Some paths name it only "id". */
export type ObjectName = (typeof parameters)[number] | "passkey" | "session" | "token";

/** Ids of the objects of an organization and of its administrator, and of one of its members. */
export type ObjectIds = Readonly<Record<ObjectName | "userId", string>>;

/** Returns the object that a path names only "id". */
export const namedByIdIn = ({ path }: { path: string }): ObjectName | undefined => {
  if (path.endsWith("/passkeys/{id}")) return "passkey";
  if (path.endsWith("/auth/sessions/{id}")) return "session";
  return path.endsWith("/org-tokens/{id}") ? "token" : undefined;
};

/** Returns the objects that a path names. */
export function objectsIn(row: { path: string }): ObjectName[] {
  const named = namedByIdIn(row);
  const found = parameters.filter((name) => row.path.includes(`{${name}}`));
  return named === undefined ? found : [...found, named];
}

/** Returns a valid body of each call about such an object that needs one. */
export const bodiesAbout = (own: ObjectIds): Readonly<Record<string, object>> => ({
  "PUT /api/v1/organizations/{id}/departments/{departmentId}": { name: "Anders" },
  "POST /api/v1/organizations/{id}/departments/{departmentId}/merge": { into: own.departmentId },
  "PUT /api/v1/organizations/{id}/sites/{siteId}": { name: "Anders" },
  "POST /api/v1/organizations/{id}/sites/{siteId}/members": { userIds: [own.userId] },
  "PUT /api/tenant/organizations/{id}/webhooks/{webhookId}": { name: "Anders" },
  "POST /api/tenant/organizations/{id}/webhooks/{webhookId}/rotate-secret": {},
  "POST /api/tenant/organizations/{id}/webhooks/{webhookId}/replay": {
    from: "2026-01-01T00:00:00Z",
    to: "2026-01-02T00:00:00Z",
  },
  "PUT /api/v1/organizations/{id}/workstations/{workstationId}": { shared: false },
  "PUT /api/v1/notifications/{notificationId}": { read: true },
  "PUT /api/v1/auth/passkeys/{id}": { name: "Anders" },
  "PUT /api/ai/templates/{templateId}": { name: "Anders", text: "Anders" },
  "PUT /api/ai/shared-templates/{templateId}": { name: "Anders", text: "Anders" },
  "PUT /api/v1/organizations/{id}/reviews/{reviewId}/decisions/{userId}": {
    decision: "keep",
    reason: "Probe",
  },
});

const tables = [
  "site",
  "rights_review",
  "webhook",
  "webhook_delivery",
  "department",
  "workstation",
  "evidence_folder",
  "ai_template",
  "invoice",
  "notification",
  "passkey",
  "session",
  "org_token",
];

/** Returns the stored rows of the objects, in the same order. Throws if one is missing. */
export async function storedObjects(test: TestApp, ids: ObjectIds): Promise<string[]> {
  const rows = await Promise.all(
    tables.map((table) =>
      queryRows<{ row: string }>(test, `select t::text as row from ${table} t where id = any ($1::uuid[])`, [
        Object.values(ids),
      ]),
    ),
  );
  return rows.map(([stored], index) => {
    if (stored === undefined) throw new Error(`no object in ${tables[index]}`);
    return stored.row;
  });
}

/**
 * Adds the objects that the organization lacks, and an administrator with personal ones, who may make every call about
 * them and is signed in.
 */
export async function addObjects(
  test: TestApp,
  organization: string,
  existing: Pick<ObjectIds, "siteId" | "reviewId" | "webhookId" | "deliveryId" | "invoiceId" | "userId">,
): Promise<{ client: TestClient; organization: string; ids: ObjectIds }> {
  const permissions = ["billing:read", "ai:use", "ai:manage"];
  const owner = await makeMember(test, organization, "org_admin", { permissions });
  const client = new TestClient(test);
  const { sessionId } = await client.signIn({ email: owner.email });
  const { pair } = await makeApplication(test, owner);
  const ids = {
    ...existing,
    departmentId: randomUUID(),
    workstationId: randomUUID(),
    folderId: randomUUID(),
    templateId: randomUUID(),
    notificationId: randomUUID(),
    passkey: randomUUID(),
    session: sessionId,
    token: pair.tokenId,
  };
  const statements: [string, unknown[]][] = [
    ["insert into department values ($1, $2, 'Labor')", [organization, ids.departmentId]],
    ["insert into device (id, kind) values ($1, 'browser')", [ids.workstationId]],
    ["insert into workstation (organization_id, id) values ($1, $2)", [organization, ids.workstationId]],
    [
      `insert into evidence_folder (organization_id, id, state, years, language, requested_by, requested_at)
       values ($1, $2, 'failed', 1, 'de', $3, now())`,
      [organization, ids.folderId, owner.personId],
    ],
    [
      "insert into ai_template (organization_id, id, name, text) values ($1, $2, 'Probe', 'Probe')",
      [organization, ids.templateId],
    ],
    [
      `insert into notification (id, person_id, organization_id, type, kind, messages, created_at)
       values ($1, $2, $3, 'info', 'invoiceIssued', '{}', now())`,
      [ids.notificationId, owner.personId, organization],
    ],
    [
      "insert into passkey (id, person_id, credential_id, public_key, name) values ($1, $2, $3, '\\x02', 'Probe')",
      [ids.passkey, owner.personId, Buffer.from(ids.passkey)],
    ],
  ];
  // The other roles of the database may not insert all of them.
  const database = new pg.Client({ connectionString: test.urls.owner });
  await database.connect();
  for (const [statement, values] of statements) await database.query(statement, values);
  await database.end();
  return { client, organization, ids };
}

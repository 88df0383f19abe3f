import { createDownloadTicket } from "@praxisportal/contract/auth/auth.endpoints";
import pg from "pg";
import { inject } from "vitest";
import { ZipFile } from "yazl";
import { exportArchive } from "../../src/features/tenant-export/export-archive.ts";
import { deriveKeys } from "../../src/platform/crypto/sealed-secrets.ts";
import type { TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";

/** Keys of every portal that a test starts without another master key. */
export const testKeys = deriveKeys(Buffer.alloc(32, 7)).sealing;

/** Returns the path of the export of an organization, by default as JSON. */
export function exportPath(organizationId: string, format?: "archive"): string {
  const path = `/api/tenant/organizations/${organizationId}/export`;
  return format === undefined ? path : `${path}?format=${format}`;
}

/** Downloads like a page, by a link with a ticket and without the access token. */
export async function download(
  client: TestClient,
  path: string,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const { ticket } = (await client.call(createDownloadTicket, { body: { path } })).result;
  const link = client.copy();
  link.accessToken = undefined;
  return link.fetch(`${path}${path.includes("?") ? "&" : "?"}ticket=${ticket}`, { signal });
}

/** Returns the archive of an organization without an entry in its log. */
export async function exportOf({ app }: TestApp, organizationId: string): Promise<Buffer> {
  const snapshot = await app.identityDb.organization(organizationId).openSnapshot();
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of exportArchive(snapshot, { organizationId, exportedAt: new Date() }))
      chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    await snapshot.close();
  }
}

/** Locks a table, so that an export stops midway until the lock is released. */
export async function lockTable(testApp: TestApp, table: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: testApp.urls.owner });
  await client.connect();
  await client.query(`begin; lock table ${table}`);
  let isLocked = true;
  return {
    async release() {
      if (isLocked) await client.end();
      isLocked = false;
    },
  };
}

/** Returns the number of connections of the server that are inside a transaction. */
export async function openTransactions({ urls }: TestApp): Promise<number> {
  // Only a superuser can see the transactions of other roles.
  const { pathname } = new URL(urls.owner);
  const client = new pg.Client({ connectionString: new URL(pathname, inject("cluster").adminUrl).href });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = current_database() and usename = 'portal_app' and xact_start is not null",
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Packs files into a ZIP archive, in their order. */
export async function zipped(files: Iterable<readonly [name: string, content: Buffer]>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(content, name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

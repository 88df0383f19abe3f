// @vitest-environment jsdom
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { exportAudit } from "../features/audit/audit.api.ts";
import { auditSearch } from "../features/audit/audit-search.ts";
import { downloadInvoice } from "../features/billing/billing.api.ts";
import { saveEvidenceFile } from "../features/evidence/evidence.api.ts";
import { saveInvoiceFile } from "../features/invoices/invoices.api.ts";
import { exportTokens } from "../features/org-tokens/list/export-tokens.ts";
import { tokenSearch } from "../features/org-tokens/list/token-search.ts";
import { downloadCertificate } from "../features/organizations/erasure/erasure.api.ts";
import { saveOwnData } from "../features/own-data/own-data.api.ts";
import { saveDebitFile } from "../features/payments/payments.api.ts";
import { exportTenantData } from "../features/tenant-export/tenant-export.api.ts";
import { exportUsage } from "../features/usage/usage.api.ts";
import { exportUsers } from "../features/users/list/export-users.ts";
import { usersSearch } from "../features/users/list/users-search.ts";
import { fetchDouble, json } from "../platform/api-client/testing/fetch-double.ts";

const id = "018f0000-0000-7000-8000-000000000001";
const audit = auditSearch.parse({}).search;
const tokens = tokenSearch.parse({}).search;
const users = usersSearch.parse({}).search;

/** Files that pages download, with their paths. */
const downloads: Readonly<Record<string, readonly [() => Promise<void>, string]>> = {
  "own data": [saveOwnData, "/api/v1/users/me/export"],
  "the users": [() => exportUsers("csv", users), "/api/v1/users/export"],
  "an invoice, for the operator": [() => saveInvoiceFile(id, "pdf"), `/api/tenant/invoices/${id}/file`],
  "an invoice, for the organization": [() => downloadInvoice(id, "xml"), `/api/billing/invoices/${id}/file`],
  "direct debits": [() => saveDebitFile(id), `/api/tenant/billing/direct-debits/${id}/file`],
  "the audit log of an organization": [
    () => exportAudit(id, "csv", audit),
    `/api/tenant/organizations/${id}/audit/export`,
  ],
  "the audit log of the platform": [() => exportAudit(null, "json", audit), "/api/tenant/audit/export"],
  "the usage": [() => exportUsage("csv", "current"), "/api/billing/export"],
  "the tokens": [() => exportTokens("json", tokens), "/api/v1/org-tokens/admin/export"],
  "an organization": [() => exportTenantData(id, "archive"), `/api/tenant/organizations/${id}/export`],
  "a certificate": [() => downloadCertificate(id), `/api/tenant/organizations/${id}/deletion-certificate`],
  "an evidence folder": [
    () => saveEvidenceFile(id, id, "zip"),
    `/api/tenant/organizations/${id}/evidence/${id}/file`,
  ],
};

const root = join(import.meta.dirname, "..");
/** Code of the portal without its tests. */
const sources = globSync("**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/** Downloads that the browser starts, in order. */
let links: string[] = [];
beforeEach(() => {
  links = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    links.push(this.getAttribute("href") ?? "");
  });
});

it.each(Object.entries(downloads))(
  "see R0-97 the browser itself downloads %s with a ticket for exactly this call",
  async (_what, [start, path]) => {
    const sentCalls = fetchDouble(() => json({ ticket: "ticket-1" }, 201));
    await start();
    const [call, ...others] = sentCalls;
    expect([call?.method, call?.url, others]).toEqual(["POST", "/api/v1/auth/download-ticket", []]);
    const target = (call?.body as { path: string } | undefined)?.path ?? "";
    expect(target.replace(/\?.*$/, "")).toBe(path);
    expect(links).toEqual([`${target}${target.includes("?") ? "&" : "?"}ticket=ticket-1`]);
  },
);

it("see R0-97 every download is listed here, and no page reads a file of the server in order to save it", () => {
  const calls = sources.flatMap(({ text }) => text.match(/\bdownloadFile\(/g) ?? []);
  expect(calls).toHaveLength(Object.keys(downloads).length);
  const filesWith = (pattern: RegExp) =>
    sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
  // The logo is displayed, not saved.
  expect(filesWith(/\.(?:blob|arrayBuffer|bytes)\(\)/)).toEqual(["features/organizations/logo/logo.api.ts"]);
});

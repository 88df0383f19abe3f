import * as endpoints from "@praxisportal/contract/organizations/organizations.endpoints";
import { changeTenantLimits, getTenantUsage } from "@praxisportal/contract/tenants/tenants.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEntries, makeMember, makePlatformAccount, queryRows } from "../../../../test/factories.ts";
import { hiddenText, jpegOf, pngChunk, pngOf, webpOf } from "../../../../test/logo/images.ts";
import { organizationWith } from "../../../../test/people.ts";
import { withSlowWrites } from "../../../../test/slow-writes.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import type { ProblemError } from "../../../platform/http/problem.ts";
import { storeFile } from "../../../directory/limits/store-file.queries.ts";

let testApp: TestApp;
let operator: TestClient;
beforeAll(async () => {
  testApp = await createTestApp();
  operator = new TestClient(testApp);
  await operator.signIn(await makePlatformAccount(testApp, "super_admin"));
});
afterAll(() => testApp.stop());

const path = (id: string) => `/api/v1/organizations/${id}/logo`;

async function upload(client: TestClient, id: string, content: Buffer) {
  const response = await client.call(endpoints.storeLogo, { params: { id }, file: content });
  if (response.status < 300) return { status: response.status, logo: response.result.logo };
  return {
    status: response.status,
    problem: response.problem,
    refusal: [response.status, response.problem.errors?.[0]?.message ?? response.problem.code],
  };
}

async function readStored(client: TestClient, id: string) {
  const response = await client.fetch(path(id));
  return { headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
}

async function storageOf(client: TestClient, id: string): Promise<number> {
  return (await client.call(getTenantUsage, { params: { id } })).result.storageUsedGB;
}

const fill = (id: string, kind: string, bytes: number) =>
  queryRows(
    testApp,
    `insert into stored_file (organization_id, id, kind, content_type, bytes, content)
     values ($1, gen_random_uuid(), $2, 'application/pdf', $3, '\\x00')`,
    [id, kind, bytes],
  );

describe("the logo of an organization", () => {
  it("see R3-27 is stored, shown only to its members, replaced and removed, each time with an entry in the log", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { id } = organization;
    const params = { id };
    expect((await client.call(endpoints.getLogo, { params })).problem.code).toBe("NOT_FOUND");
    const { status, logo } = await upload(client, id, pngOf());
    expect(status).toBe(200);
    expect(logo).toMatch(new RegExp(`^${path(id)}\\?v=[0-9a-f]{16}$`));
    const { headers, content } = await readStored(client, id);
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": 'attachment; filename="logo.png"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    const cachedResponse = await client.fetch(path(id), {
      headers: { "if-none-match": headers.get("etag") ?? "" },
    });
    expect([cachedResponse.status, await cachedResponse.text()]).toEqual([304, ""]);

    await upload(client, id, webpOf());
    expect((await readStored(client, id)).headers.get("content-type")).toBe("image/webp");
    expect((await readStored(client, id)).content.equals(content)).toBe(false);
    const stranger = await organizationWith(testApp);
    expect((await stranger.client.fetch(path(id))).status).toBe(404);
    const viewer = new TestClient(testApp);
    await viewer.signIn(await makeMember(testApp, id, "viewer"));
    expect((await viewer.fetch(path(id))).status).toBe(200);
    expect((await upload(viewer, id, pngOf())).refusal).toEqual([403, "FORBIDDEN"]);

    expect((await client.call(endpoints.removeLogo, { params })).status).toBe(204);
    expect((await client.call(endpoints.removeLogo, { params })).status).toBe(204);
    expect((await client.call(endpoints.getOrganization, { params })).result.logo).toBeNull();
    const entries = await auditEntries(testApp, id, "organization.updated");
    const [first, second] = entries.map(({ record }) => record.changes?.["logo"]);
    expect(first?.[0]).toBeNull();
    expect(second?.[0]).toBe(first?.[1]);
    expect(entries.map(({ record }) => record.changes?.["logo"]).at(-1)).toEqual([second?.[1], null]);
    expect(entries).toHaveLength(3);
  });

  it.each([
    ["PNG", pngOf(), "image/png"],
    ["JPEG", jpegOf(), "image/jpeg"],
    ["WebP", webpOf(), "image/webp"],
  ])("N29 a %s loses its hidden metadata and any bytes after its end", async (_name, image, type) => {
    const { client, organization } = await organizationWith(testApp);
    expect(image.includes(hiddenText)).toBe(true);
    // The bytes decide, not the type that the client declares.
    expect((await upload(client, organization.id, image)).status).toBe(200);
    const { headers, content } = await readStored(client, organization.id);
    expect(headers.get("content-type")).toBe(type);
    expect(content.includes(hiddenText)).toBe(false);
    expect(content.includes("EXIF")).toBe(false);
    expect(content.length).toBeGreaterThan(20);
  });

  it("N29 see R5-28 any other file, a damaged, animated, too wide or too large image is refused, and the current logo stays", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { id } = organization;
    const png = pngOf();
    await upload(client, id, png);
    const before = await readStored(client, id);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const damaged = Buffer.from(png);
    damaged[20] = 9;
    for (const [name, content] of Object.entries({
      svg: Buffer.from(svg),
      html: Buffer.from("<!doctype html><title>Probe</title>"),
      gif: Buffer.from(
        "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b",
        "hex",
      ),
      empty: Buffer.alloc(0),
      onlySignature: png.subarray(0, 8),
      withoutEnd: png.subarray(0, -60),
      damaged,
      textInColorChunk: Buffer.concat([
        png.subarray(0, 33),
        pngChunk("gAMA", Buffer.from(hiddenText)),
        png.subarray(33),
      ]),
      tooWide: pngOf({ width: 2_049, height: 1 }),
      tooHigh: jpegOf({ width: 1, height: 2_049 }),
      animated: webpOf({ isAnimated: true }),
      cutJpeg: jpegOf().subarray(0, 60),
      cutWebp: webpOf().subarray(0, 40),
    }))
      expect([name, ...((await upload(client, id, content)).refusal ?? [])]).toEqual([
        name,
        400,
        "Dieser Dateityp ist nicht erlaubt. Erlaubt sind: PNG, JPEG, WebP",
      ]);
    expect((await upload(client, id, pngOf({ width: 2_048, height: 2_048 }))).status).toBe(200);
    expect((await upload(client, id, png)).status).toBe(200);
    expect((await upload(client, id, pngOf({ filling: 512_000 }))).refusal).toEqual([
      413,
      "PAYLOAD_TOO_LARGE",
    ]);
    expect((await readStored(client, id)).content.equals(before.content)).toBe(true);
  });

  it("a change to the address replaces the stored logo, and only an upload stores one", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { id } = organization;
    const params = { id };
    const change = (logo: string | null) =>
      client.call(endpoints.updateOrganization, { params, body: { logo } });
    const { logo = null } = await upload(client, id, pngOf());
    expect((await change(logo)).result.logo).toBe(logo);
    expect((await change(`${path(id)}?v=0123456789abcdef`)).status).toBe(400);
    expect((await change("/api/v1/users")).status).toBe(400);
    const externalUrl = "https://praxis.example.org/logo.png";
    expect((await change(externalUrl)).result.logo).toBe(externalUrl);
    expect((await client.fetch(path(id))).status).toBe(404);
    expect(await queryRows(testApp, "select id from stored_file where organization_id = $1", [id])).toEqual(
      [],
    );
  });
});

describe("the storage of an organization", () => {
  it("R0-75 is the size of logo, evidence, archives and invoices in units of 10⁹ bytes", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { id } = organization;
    expect(await storageOf(client, id)).toBe(0);
    await upload(client, id, pngOf());
    const { length } = (await readStored(client, id)).content;
    expect(await storageOf(client, id)).toBe(length / 1_000_000_000);
    await fill(id, "evidence", 1_000_000);
    await fill(id, "archive", 200_000_000);
    await fill(id, "invoice", 30_000);
    expect(await storageOf(client, id)).toBe((201_030_000 + length) / 1_000_000_000);
    await client.call(endpoints.removeLogo, { params: { id } });
    expect(await storageOf(client, id)).toBe(0.20103);
  });

  it("R0-76 an upload that would exceed storageGB is refused with both numbers; one that fits exactly is stored", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { id } = organization;
    await operator.call(changeTenantLimits, { params: { id }, body: { storageGB: 1 } });
    await upload(client, id, pngOf());
    const { length } = (await readStored(client, id)).content;
    await fill(id, "archive", 1_000_000_000 - length);
    const larger = await upload(client, id, pngOf({ filling: 1 }));
    expect(larger.refusal).toEqual([409, "STORAGE_LIMIT_REACHED"]);
    expect(larger.problem).toMatchObject({ current: 1_000_000_000, max: 1_000_000_000 });
    // It replaces the current logo.
    expect((await upload(client, id, pngOf({ width: 2 }))).status).toBe(200);
    await fill(id, "invoice", 5);
    await client.call(endpoints.removeLogo, { params: { id } });
    expect((await upload(client, id, pngOf())).refusal).toEqual([409, "STORAGE_LIMIT_REACHED"]);
  });

  it("R0-76 N71 exactly three of 50 parallel files are stored if there is space for three", async () => {
    const { client, organization } = await organizationWith(testApp);
    const { id } = organization;
    await operator.call(changeTenantLimits, { params: { id }, body: { storageGB: 1 } });
    await fill(id, "archive", 1_000_000_000 - 350);
    const file = { kind: "evidence", contentType: "application/zip", content: Buffer.alloc(100) } as const;
    const outcomes = await withSlowWrites(testApp, "stored_file", () =>
      Promise.allSettled(
        Array.from({ length: 50 }, () => testApp.app.identityDb.write((tx) => storeFile(tx, id, file))),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const reasons = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [(outcome.reason as ProblemError).code] : [],
    );
    expect(new Set(reasons)).toEqual(new Set(["STORAGE_LIMIT_REACHED"]));
    expect(await storageOf(client, id)).toBe(0.99999995);
  });
});

// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { fetchDouble, json } from "../../platform/api-client/testing/fetch-double.ts";
import { removeSite, saveSite } from "./sites.api.ts";

const organizationId = "01900000-0000-7000-8000-000000000001";
const site = { id: "01900000-0000-7000-8000-000000000002", name: "Hauptstelle", version: 4 };
const path = `/api/v1/organizations/${organizationId}/sites`;
const body = { name: "Hauptstelle", address: null, number: null };

afterEach(() => vi.unstubAllGlobals());

const callsOf = async (change: () => Promise<unknown>) => {
  const calls = fetchDouble(() => json(site));
  await change();
  return calls.map(({ method, url, body: sentBody, headers }) => ({
    call: `${method} ${url}`,
    body: sentBody,
    key: headers.get("idempotency-key"),
    version: headers.get("if-match"),
  }));
};

it("a new site is sent with an idempotency key", async () => {
  expect(await callsOf(() => saveSite(organizationId, null, body, "key-1"))).toEqual([
    { call: `POST ${path}`, body, key: "key-1", version: null },
  ]);
});

it("a change is sent with the version that was read and omits an unchanged name", async () => {
  const { name: _name, ...rest } = body;
  expect(await callsOf(() => saveSite(organizationId, site, body, "key-1"))).toEqual([
    { call: `PUT ${path}/${site.id}`, body: rest, key: null, version: '"4"' },
  ]);
  const renamed = { ...body, name: "Zweigstelle" };
  expect(await callsOf(() => saveSite(organizationId, site, renamed, "key-1"))).toEqual([
    { call: `PUT ${path}/${site.id}`, body: renamed, key: null, version: '"4"' },
  ]);
});

it("a removal is sent with the version that was read", async () => {
  expect(await callsOf(() => removeSite(organizationId, site))).toEqual([
    { call: `DELETE ${path}/${site.id}`, body: undefined, key: null, version: '"4"' },
  ]);
});

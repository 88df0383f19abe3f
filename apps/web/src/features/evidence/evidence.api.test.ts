// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { fetchDouble, json } from "../../platform/api-client/testing/fetch-double.ts";
import { createEvidenceFolder, type EvidenceFolder, evidenceQuery, isBeingMade } from "./evidence.api.ts";

const organizationId = "01900000-0000-7000-8000-000000000001";
const folder = (state: EvidenceFolder["state"]) => ({ state }) as EvidenceFolder;

afterEach(() => vi.unstubAllGlobals());

it("a folder is being made while it waits or runs", () => {
  const states = ["queued", "running", "done", "failed", "cancelled"] as const;
  expect(states.filter((state) => isBeingMade(folder(state)))).toEqual(["queued", "running"]);
});

it("the list is read again every second only while a folder is being made", () => {
  const client = new QueryClient();
  const options = evidenceQuery(organizationId);
  const query = client.getQueryCache().build(client, options);
  const interval = () => {
    const { refetchInterval } = options;
    return typeof refetchInterval === "function" ? refetchInterval(query as never) : refetchInterval;
  };
  expect(interval()).toBe(false);
  query.setData({ country: "DE", folders: [folder("done"), folder("running")] });
  expect(interval()).toBe(1_000);
  query.setData({ country: "DE", folders: [folder("done"), folder("failed")] });
  expect(interval()).toBe(false);
});

it("a folder is requested for its years, in its organization and with a key for a repetition", async () => {
  const calls = fetchDouble(() => json(folder("queued"), 202));
  await createEvidenceFolder(organizationId, 2, "key-1");
  expect(calls.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["POST", `/api/tenant/organizations/${organizationId}/evidence`, { years: 2 }],
  ]);
  expect(calls[0]?.headers.get("idempotency-key")).toBe("key-1");
  expect(calls[0]?.headers.get("x-organization-id")).toBe(organizationId);
});

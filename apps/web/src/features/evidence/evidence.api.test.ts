// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { fetchDouble, json } from "../../platform/api-client/testing/fetch-double.ts";
import {
  createEvidenceFolder,
  type EvidenceFolder,
  type EvidenceList,
  evidenceQuery,
  isInProgress,
} from "./evidence.api.ts";

const organizationId = "01900000-0000-7000-8000-000000000001";
const folder = (state: EvidenceFolder["state"]) => ({ state }) as EvidenceFolder;

afterEach(() => vi.unstubAllGlobals());

it("a folder is in progress while it waits or runs", () => {
  const states = ["queued", "running", "done", "failed", "cancelled"] as const;
  expect(states.filter((state) => isInProgress(folder(state)))).toEqual(["queued", "running"]);
});

it("the list is polled every second only while a folder is in progress", () => {
  const interval = (data: EvidenceList | undefined) => {
    const { refetchInterval } = evidenceQuery(organizationId);
    return typeof refetchInterval === "function"
      ? refetchInterval({ state: { data } } as never)
      : refetchInterval;
  };
  expect(interval(undefined)).toBe(false);
  expect(interval({ country: "DE", folders: [folder("done"), folder("running")] })).toBe(1_000);
  expect(interval({ country: "DE", folders: [folder("done"), folder("failed")] })).toBe(false);
});

it("a folder is requested for its years, in its organization and with an idempotency key", async () => {
  const calls = fetchDouble(() => json(folder("queued"), 202));
  await createEvidenceFolder(organizationId, 2, "key-1");
  expect(calls.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["POST", `/api/tenant/organizations/${organizationId}/evidence`, { years: 2 }],
  ]);
  expect(calls[0]?.headers.get("idempotency-key")).toBe("key-1");
  expect(calls[0]?.headers.get("x-organization-id")).toBe(organizationId);
});

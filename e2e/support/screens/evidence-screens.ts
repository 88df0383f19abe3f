import { failCalls, hangCalls, respondWith } from "../responses.ts";
import type { Screen } from "./screen.ts";

const calls = /\/api\/tenant\/organizations\/[^/]+\/evidence$/;
const checkedAt = "2031-01-01T07:42:00.000Z";

const sections = (
  [
    ["rights", 46, 5, 0],
    ["secondFactor", 41, 25, 16],
    ["restrictedAccounts", 2, 2, 0],
    ["onboardings", 19, 18, 1],
    ["offboardings", 8, 8, 0],
    ["workstations", 14, 9, 0],
    ["emergencyCode", 1, 1, 0],
    ["aiProviders", 3, 2, 1],
    ["aiInstructions", 6, 5, 1],
    ["reviews", 0, 0, 0],
    ["auditChain", 18_412, 18_412, 0],
    ["retentionRuns", 3, 3, 0],
    ["restoreTests", 0, 0, 1],
    ["openPoints", 20, 0, 20],
  ] as const
).map(([id, total, matching, open]) => ({ id, checkedAt, total, matching, open }));

const file = { bytes: 184_320, sha256: "7c1e".padEnd(60, "0") + "d094" };
const doneFolder = {
  id: "0197a000-0000-7000-8000-000000000061",
  state: "done",
  years: 3,
  requestedAt: "2031-01-01T07:41:00.000Z",
  requestedBy: "Ina Musterfrau",
  finishedAt: checkedAt,
  expiresAt: "2031-01-02T07:42:00.000Z",
  sections,
  files: { pdf: file, zip: file },
};
const otherFolders = [
  { ...doneFolder, id: "0197a000-0000-7000-8000-000000000062", state: "expired" },
  {
    ...doneFolder,
    id: "0197a000-0000-7000-8000-000000000063",
    state: "cancelled",
    requestedBy: "Jonas Demo-Huber",
    expiresAt: null,
    sections: sections.slice(0, 4),
    files: null,
  },
];
const running = {
  ...doneFolder,
  id: "0197a000-0000-7000-8000-000000000064",
  state: "running",
  finishedAt: null,
  expiresAt: null,
  sections: sections.slice(0, 6),
  files: null,
};

const evidence = {
  route: "/organization/evidence",
  path: "/organization/evidence",
  title: "Nachweis-Mappe",
  viewer: "org_admin",
} as const;
const list = (folders: readonly object[], country = "DE") => respondWith(calls, { country, folders });

/** Screens of the evidence folder of an organization. */
export const evidenceScreens: readonly Screen[] = [
  { ...evidence, name: "evidence, none" },
  { ...evidence, name: "evidence", before: list([doneFolder, ...otherFolders]) },
  { ...evidence, name: "evidence, being created", before: list([running, ...otherFolders]) },
  {
    ...evidence,
    name: "evidence, not created",
    before: list([{ ...doneFolder, state: "failed", expiresAt: null, files: null, sections: [] }], "CH"),
  },
  { ...evidence, name: "evidence, loading", before: hangCalls(calls) },
  { ...evidence, name: "evidence, failed", before: failCalls(calls) },
];

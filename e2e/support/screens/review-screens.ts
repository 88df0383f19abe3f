import { expect } from "@playwright/test";
import { failCalls, hangCalls, respondWith } from "../responses.ts";
import type { Screen } from "./screen.ts";

const listCall = /\/organizations\/[^/]+\/reviews$/;
const membersCall = /\/organizations\/[^/]+\/reviews\/[^/]+\/members\?/;
const page = {
  route: "/reviews",
  path: "/reviews",
  title: "Rechte-Überprüfung",
  viewer: "org_admin",
} as const;

const id = (number: number) => `0197a000-0000-7000-8000-0000000009${number}`;

const review = (number: number, completedAt: string | null) => ({
  id: id(number),
  _id: id(number),
  startedAt: "2026-10-01T08:00:00.000Z",
  completedAt,
  kept: 2,
  reduced: 1,
  ended: 1,
});

const member = (number: number, name: string | null, role: string) => ({
  userId: id(number),
  name,
  role,
  permissions: [] as string[],
  isExternal: false,
  endsAt: null as string | null,
  lastSignInAt: "2031-01-01T08:00:00.000Z" as string | null,
  lastChanges: [] as { area: string; at: string }[],
  decision: null as string | null,
  reason: null as string | null,
  isCarriedOut: null as boolean | null,
});

const manager = {
  ...member(21, "Björn Demo-Kessler", "practice_admin"),
  permissions: ["ai:use", "audit:read"],
  lastChanges: [{ area: "users", at: "2031-01-01T08:00:00.000Z" }],
};
const openMembers = [
  { ...member(22, "Gesa Probe-Heide", "editor"), lastSignInAt: "2026-01-05T08:00:00.000Z" },
  { ...member(23, "Olga Demo-Winter", "support"), isExternal: true, endsAt: "2031-02-01T22:59:59.000Z" },
  manager,
  {
    ...member(24, "Anna-Katharina Beispiel-Wolkenstein", "org_admin"),
    decision: "keep",
    reason: "Leitet die Praxis",
  },
  { ...member(25, "Viktor Muster-Birk", "viewer"), decision: "end", reason: "Arbeitet nicht mehr hier" },
  {
    ...member(26, "Rita Beispiel-Redlich", "practice_admin"),
    decision: "reduce",
    reason: "Leitet den Empfang nicht mehr",
  },
];
const completedMembers = [
  { ...openMembers[3], isCarriedOut: null },
  { ...openMembers[4], isCarriedOut: false },
  { ...openMembers[5], isCarriedOut: true },
  { ...member(27, null, "viewer"), decision: "keep", reason: "Braucht sie" },
];
const membersPage = (members: readonly object[]) => ({
  data: members,
  pagination: { page: 1, limit: 100, total: members.length, pages: 1 },
});
const list = (...data: object[]) => ({
  data,
  intervalMonths: 3,
  dueAt: "2027-01-02T08:00:00.000Z",
  isDue: false,
});

/** Screens of the reviews of rights. */
export const reviewScreens: readonly Screen[] = [
  {
    ...page,
    name: "reviews, open",
    async before(view) {
      await respondWith(listCall, list(review(11, null)))(view);
      await respondWith(membersCall, membersPage(openMembers))(view);
    },
    async prepare(view) {
      await view.getByRole("button", { name: /Björn Demo-Kessler/ }).click();
      await expect(view.getByRole("heading", { name: "Björn Demo-Kessler" })).toBeVisible();
    },
  },
  { ...page, name: "reviews, none" },
  { ...page, name: "reviews, loading", before: hangCalls(listCall) },
  { ...page, name: "reviews, failed", before: failCalls(listCall) },
  {
    ...page,
    name: "reviews, earlier ones",
    async before(view) {
      await respondWith(listCall, { ...list(review(12, "2026-10-02T08:00:00.000Z")), isDue: true })(view);
      await respondWith(membersCall, membersPage(completedMembers))(view);
    },
    prepare: (view) => expect(view.getByText("Noch zu tun", { exact: true })).toBeVisible(),
  },
];

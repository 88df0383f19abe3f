import type { Page } from "@playwright/test";
import type { Activity, SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";
import { expect } from "@playwright/test";
import { failCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

/** Replaces parts of the server's response, for overview states that would take weeks of usage. */
const withResponse = (createParts: () => object) => async (page: Page) => {
  await page.route(/\/organizations\/[^/]+\/statistics\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as object;
    await route.fulfill({ response, json: { ...body, ...createParts() } });
  });
};

const personRef = (number: number, name: string | null, isMember = true) => ({
  id: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
  name,
  isMember,
});
const noActor = { id: null, name: null, isMember: false };
const owner = personRef(1, "Ina Musterfrau");
const colleague = personRef(2, "Karl-Friedrich Beispiel-Musterhausen von der Probe");

const entries: readonly (readonly [
  string,
  Activity["actor"],
  Activity["target"],
  Activity["outcome"],
  minutes: number,
])[] = [
  ["user.role_changed", owner, colleague, "success", 3],
  ["user.password_changed", colleague, noActor, "failed", 18],
  ["member.added", owner, personRef(3, "Mira Beispiel-Ahorn"), "success", 70],
  ["member.invitation_accepted", personRef(3, null), personRef(3, "Mira Beispiel-Ahorn"), "success", 200],
  ["user.deleted", owner, personRef(4, "Per Probe-Lindqvist", false), "success", 1500],
  ["user.updated", owner, personRef(5, null, false), "denied", 1600],
  ["platform.organization_opened", personRef(6, "Petra Plattform-Beispiel", false), noActor, "success", 1700],
  ["member.invitation_resent", owner, colleague, "success", 4000],
  ["user.profile_updated", colleague, colleague, "success", 5000],
  ["platform.demo_created", noActor, noActor, "success", 6000],
];

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const recentActivity = (): Activity[] =>
  entries.map(([action, actor, target, outcome, minutes], index) => ({
    id: personRef(100 + index, null).id,
    action,
    actor,
    byEmergencyCode: false,
    target,
    outcome,
    time: minutesAgo(minutes),
  }));

const counted: readonly (readonly [SecurityCheck["id"], ...counts: number[]])[] = [
  ["administratorsTwoFactor", 12, 25, 1, 2],
  ["membersTwoFactor", 9, 15, 16, 40],
  ["administratorCount", 5, 10, 1, 2],
  ["idleAccounts", 4, 5, 3, 42],
  ["externalWithoutEnd", 5, 10, 1, 2],
  ["sharedUsernames", 9, 10, 1, 42],
  ["failedSignIns", 4, 5, 2, 42],
  ["unconfirmedEmails", 4, 5, 3, 40],
  ["oldInvitations", 3, 5, 1, 3],
  ["temporaryPasswords", 5, 5, 0, 42],
  ["overdueReview", 0, 5, 1, 1],
];
const checks = counted.map(([id, points = 0, maxPoints = 0, affected = 0, total = 0]) => ({
  id,
  points,
  maxPoints,
  affected,
  total,
}));

const securityScore = () => ({
  value: checks.reduce((sum, { points }) => sum + points, 0),
  checkedAt: minutesAgo(4),
  checks,
});

const overview = {
  route: "/dashboard",
  path: "/dashboard",
  title: "Übersicht",
  viewer: "org_admin",
} as const;

/** Screens of the overview in an organization that has used the portal for some time. */
export const overviewScreens: readonly Screen[] = [
  {
    ...overview,
    name: "overview, in use",
    before: withResponse(() => ({ recentActivity: recentActivity(), securityScore: securityScore() })),
    prepare: async (page) => {
      await expect(page.getByText("Die Demo-Daten wurden angelegt")).toBeVisible();
    },
  },
  {
    ...overview,
    name: "overview, nothing has happened",
    before: withResponse(() => ({ recentActivity: [] })),
    prepare: async (page) => {
      await expect(page.getByText("Noch keine Einträge")).toBeVisible();
    },
  },
  {
    ...overview,
    name: "security checks",
    path: "/dashboard?checks=open",
    before: withResponse(() => ({ securityScore: securityScore() })),
    prepare: async (page) => {
      await expect(page.getByRole("dialog", { name: "Sicherheitswert" })).toBeVisible();
    },
  },
  {
    ...overview,
    name: "overview of the platform, failing",
    viewer: "super_admin",
    before: failCalls(/\/api\/tenant\/statistics$/),
    prepare: async (page) => {
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
];

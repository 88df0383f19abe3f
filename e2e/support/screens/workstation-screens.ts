import { expect } from "@playwright/test";
import { respondWith, failCalls, hangCalls } from "../answers.ts";
import type { Screen } from "./screen.ts";

const lockPage = { route: "/locked", path: "/locked", viewer: "anonymous" } as const;

const lockedSession = (userId: string, name: string, initials: string) => ({
  userId,
  name,
  initials,
  organizationName: "Praxis am Musterplatz",
  passkey: false,
});

const session = {
  id: "0197a000-0000-7000-8000-000000000001",
  current: true,
  browser: "Firefox 140",
  system: "Windows",
  address: "192.0.2.10",
  workstation: { id: "0197a000-0000-7000-8000-000000000002", label: "Empfang links", shared: true },
  organizationId: null,
  createdAt: "2031-01-01T07:00:00.000Z",
  lastActiveAt: "2031-01-01T07:30:00.000Z",
  absoluteExpiresAt: "2031-01-02T07:00:00.000Z",
  rememberMe: false,
  locked: false,
  secondFactor: true,
  newDevice: false,
};

const workstation = {
  id: session.workstation.id,
  label: "Empfang links",
  shared: true,
  autoLockMinutes: 5,
  releasedBy: { id: null, name: "Ina Musterfrau" },
  releasedAt: session.createdAt,
  browser: "Firefox 140",
  system: "Windows",
  people: 4,
  openSessions: 2,
  firstSeenAt: session.createdAt,
  lastSeenAt: session.lastActiveAt,
  current: true,
  version: 2,
};
const unnamedWorkstation = {
  label: null,
  shared: false,
  autoLockMinutes: null,
  releasedBy: null,
  current: false,
};
const workstationCalls = /\/api\/v1\/organizations\/[^/]+\/workstations\?/;

/** A list that fits on its first page. */
function pageOf<Entry>(data: readonly Entry[]) {
  return { data, pagination: { page: 1, limit: 20, total: data.length, pages: data.length > 0 ? 1 : 0 } };
}

const plainWorkstations = {
  route: "/organization/workstations",
  path: "/organization/workstations",
  title: "Arbeitsplätze",
  viewer: "org_admin",
} as const;

const workstations = {
  ...plainWorkstations,
  before: respondWith(
    workstationCalls,
    pageOf([
      workstation,
      { ...workstation, ...unnamedWorkstation, id: session.id, people: 1, openSessions: 0 },
      {
        ...workstation,
        ...unnamedWorkstation,
        id: "0197a000-0000-7000-8000-000000000005",
        browser: null,
        system: null,
      },
    ]),
  ),
} as const;

/** Screens of the locked workstation, the workstations, and the user's sessions. */
export const workstationScreens: readonly Screen[] = [
  { ...plainWorkstations, name: "workstations, one" },
  { ...workstations, name: "workstations" },
  { ...workstations, name: "workstations, none", before: respondWith(workstationCalls, pageOf([])) },
  { ...plainWorkstations, name: "workstations, loading", before: hangCalls(workstationCalls) },
  { ...plainWorkstations, name: "workstations, failed", before: failCalls(workstationCalls) },
  {
    ...workstations,
    name: "workstations, columns",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Spalten", exact: true }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    ...workstations,
    name: "workstations, edit",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Aktionen für Empfang links" }).click();
      await page.getByRole("menuitem", { name: "Bearbeiten" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    ...workstations,
    name: "workstations, remove",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Aktionen für Empfang links" }).click();
      await page.getByRole("menuitem", { name: "Entfernen" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  { ...lockPage, name: "lock screen, no locked session", title: "Keine gesperrte Sitzung" },
  {
    ...lockPage,
    name: "lock screen",
    title: "Bildschirm gesperrt",
    before: respondWith(/\/auth\/workstation$/, {
      workstation: { label: "Empfang links", shared: true, autoLockMinutes: 5 },
      people: [
        lockedSession("0197a000-0000-7000-8000-000000000011", "Erika Muster", "EM"),
        lockedSession("0197a000-0000-7000-8000-000000000012", "Dr. Johanna-Sophie Beispiel-Mustermann", "JB"),
      ],
    }),
  },
  {
    ...lockPage,
    name: "lock screen, no answer",
    title: "Bildschirm gesperrt",
    before: failCalls(/\/auth\/workstation$/),
    prepare: async (page) => {
      await expect(page.getByRole("button", { name: "Erneut versuchen" })).toBeVisible();
    },
  },
  {
    name: "profile, signed-in devices",
    route: "/profile",
    path: "/profile?tab=security",
    title: "Profil",
    viewer: "org_admin",
    before: respondWith(/\/auth\/sessions$/, {
      sessions: [
        session,
        {
          ...session,
          id: "0197a000-0000-7000-8000-000000000003",
          current: false,
          newDevice: true,
          workstation: null,
        },
        {
          ...session,
          id: "0197a000-0000-7000-8000-000000000004",
          current: false,
          locked: true,
          browser: null,
        },
      ],
    }),
  },
];

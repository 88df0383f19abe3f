import { expect, type Page } from "@playwright/test";
import { respondWith, failCalls, hangCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

const lockPage = { route: "/locked", path: "/locked", viewer: "anonymous" } as const;

const lockedSession = (userId: string, name: string, initials: string) => ({
  userId,
  name,
  initials,
  organizationName: "Praxis am Musterplatz",
  role: null,
  department: null,
  locked: true,
  passkey: false,
});

const ownWorkstation = { label: "Empfang links", shared: false, autoLockMinutes: 5 };
const lockedPeople = [
  lockedSession("0197a000-0000-7000-8000-000000000011", "Erika Muster", "EM"),
  lockedSession("0197a000-0000-7000-8000-000000000012", "Dr. Johanna-Sophie Beispiel-Mustermann", "JB"),
];

/** Makes the page notice that its user has returned. */
const returnToPage = (page: Page) => page.evaluate(() => dispatchEvent(new Event("focus")));

const coworker = (number: number, name: string, initials: string, department: string, isLocked = false) => ({
  ...lockedSession(`0197a000-0000-7000-8000-0000000000${number}`, name, initials),
  role: "viewer",
  department,
  locked: isLocked,
  passkey: isLocked,
});

/** A shared workstation with six people, two of them with a locked session. */
const sharedWorkstation = {
  workstation: { label: "Empfang 1", shared: true, autoLockMinutes: 5 },
  people: [
    coworker(21, "Mira Beispiel-Ahorn", "MIB", "Empfang", true),
    coworker(22, "Anneliese Beispiel-Oberhuber", "ABO", "Empfang", true),
    coworker(23, "Lena Beispielmann", "LEB", "Labor"),
    coworker(24, "Quirin Beispiel-Brandt", "QBB", "Röntgen"),
    coworker(25, "Karl Probe-Steinhauer", "KPS", "Empfang"),
    coworker(26, "Thea Probe-Vertretung", "TPV", "Empfang"),
  ],
};

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
  lastUser: { id: session.workstation.id, name: "Karl-Friedrich Beispiel-Musterhausen" },
  sites: ["Hauptpraxis"],
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

/** Returns a list that fits on its first page. */
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
      // On a phone, the rows are cards without columns.
      if ((page.viewportSize()?.width ?? 0) < 768) return;
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
    name: "workstations, release",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^Firefox 140 .* freigeben …$/ }).click();
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
    before: respondWith(/\/auth\/workstation$/, { workstation: ownWorkstation, people: lockedPeople }),
  },
  {
    ...lockPage,
    name: "lock screen, shared workstation",
    title: "Wer arbeitet weiter?",
    before: respondWith(/\/auth\/workstation$/, sharedWorkstation),
    prepare: async (page) => {
      await page.getByLabel("PIN von Mira Beispiel-Ahorn", { exact: true }).pressSequentially("482");
    },
  },
  {
    ...lockPage,
    name: "lock screen, a session ended elsewhere",
    title: "Bildschirm gesperrt",
    before: respondWith(/\/auth\/workstation$/, { workstation: ownWorkstation, people: lockedPeople }),
    prepare: async (page) => {
      const [, remainingPerson] = lockedPeople;
      await respondWith(/\/auth\/workstation$/, { workstation: ownWorkstation, people: [remainingPerson] })(
        page,
      );
      await returnToPage(page);
      await expect(page.getByText("Die Sitzung von Erika Muster ist beendet")).toBeVisible();
    },
  },
  {
    ...lockPage,
    name: "lock screen, shared workstation, a session ended elsewhere",
    title: "Wer arbeitet weiter?",
    before: respondWith(/\/auth\/workstation$/, sharedWorkstation),
    prepare: async (page) => {
      await page.getByRole("button", { name: "Mit Passwort anmelden" }).click();
      const people = sharedWorkstation.people.map((person) => ({ ...person, locked: false }));
      await respondWith(/\/auth\/workstation$/, { ...sharedWorkstation, people })(page);
      await returnToPage(page);
      await expect(page.getByRole("link", { name: "Neu anmelden" })).toBeVisible();
    },
  },
  {
    ...lockPage,
    name: "lock screen, another person",
    title: "Wer arbeitet weiter?",
    before: respondWith(/\/auth\/workstation$/, sharedWorkstation),
    prepare: async (page) => {
      await page.getByRole("button", { name: "Andere Person anmelden" }).click();
      await page.getByLabel("Benutzername").fill("erika.muster");
      await page.getByLabel("PIN", { exact: true }).pressSequentially("905173");
      await expect(page.getByRole("alert")).not.toBeEmpty();
      await page.getByRole("button", { name: "Ich bin gesperrt" }).click();
      await expect(page.getByText("Wir haben Bescheid gegeben.")).toBeVisible();
    },
  },
  {
    name: "login, locked out at a shared workstation",
    route: "/login",
    path: "/login",
    title: "Anmelden",
    viewer: "anonymous",
    before: async (page) => {
      await page.addInitScript(() =>
        localStorage.setItem("desk", JSON.stringify({ shared: true, autoLockMinutes: 5 })),
      );
      await page.route(/\/auth\/login$/, (route) =>
        route.fulfill({
          status: 403,
          headers: { "retry-after": "840" },
          contentType: "application/problem+json",
          json: {
            type: "about:blank",
            title: "Konto gesperrt",
            status: 403,
            detail: "Konto gesperrt",
            instance: "/api/v1/auth/login",
            code: "ACCOUNT_LOCKED",
            message: "Konto gesperrt",
            requestId: "00000000-0000-7000-8000-000000000000",
          },
        }),
      );
    },
    prepare: async (page) => {
      await page.getByLabel("Benutzername oder E-Mail-Adresse").fill("erika.muster");
      await page.getByLabel("Passwort", { exact: true }).fill("Falsch-1");
      await page.getByRole("button", { name: "Anmelden", exact: true }).click();
      await expect(page.getByRole("button", { name: "Ich bin gesperrt" })).toBeVisible();
    },
  },
  {
    name: "profile, PIN",
    route: "/profile",
    path: "/profile?tab=security",
    title: "Profil",
    viewer: "org_admin",
    before: respondWith(/\/auth\/pin$/, { unavailable: null, here: false, worksUntil: null, elsewhere: 1 }),
    prepare: async (page) => {
      await page.getByRole("button", { name: "PIN festlegen" }).click();
      await page.getByLabel("Neue PIN").pressSequentially("482916");
      await page.getByLabel("PIN wiederholen").pressSequentially("482917");
      await page.getByRole("dialog").getByRole("button", { name: "PIN festlegen" }).click();
      await expect(page.getByText("Die beiden PINs sind verschieden")).toBeVisible();
    },
  },
  {
    ...lockPage,
    name: "lock screen, no response",
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

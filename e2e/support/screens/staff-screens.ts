import { expect } from "@playwright/test";
import { onboardingItems, offboardingItems } from "@praxisportal/contract/staff/staff.rules";
import { respondWith, failCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

const employmentCall = /\/api\/v1\/users\/[0-9a-f-]{36}\/employment$/;

const staff = {
  route: "/users",
  path: "/users?create=onboarding",
  title: "Mitarbeitende",
  viewer: "org_admin",
} as const;
const person = {
  route: "/users/$userId",
  path: ({ colleagueId }: { colleagueId: string }) => `/users/${colleagueId}?tab=staff`,
  title: /./,
  viewer: "org_admin",
} as const;

const recordFields = {
  webhooks: [],
  state: "done",
  takesEffectAt: "2026-11-30T17:00:00.000Z",
  blocked: false,
  createdAt: "2026-11-02T07:31:00.000Z",
  createdBy: "Ina Musterfrau",
  successor: null,
  ended: null,
} as const;

const checkedItems = (items: readonly string[], count: number) =>
  items.map((item, index) =>
    index < count
      ? { item, label: null, checkedAt: "2026-11-02T08:15:00.000Z", checkedBy: "Ina Musterfrau" }
      : { item, label: null, checkedAt: null, checkedBy: null },
  );

const onboarding = {
  ...recordFields,
  id: "01900000-0000-7000-8000-000000000001",
  kind: "onboarding",
  doneAt: "2026-11-02T07:31:00.000Z",
  items: checkedItems(onboardingItems, 4),
};

const employment = {
  initials: "VMV",
  startsOn: "2026-11-02",
  site: { id: "01900000-0000-7000-8000-000000000003", name: "Zweigstelle am Musterplatz" },
  isExternal: true,
  lastDay: "2026-12-18",
  confidentialityOn: "2026-10-30",
  physicianNumber: "362364901",
  externalAccessDays: 90,
  timeZone: "Europe/Berlin",
  today: "2026-11-21",
  onboarding,
};

const offboarding = {
  ...recordFields,
  id: "01900000-0000-7000-8000-000000000002",
  kind: "offboarding",
  successor: { userId: "01900000-0000-7000-8000-000000000004", name: "Mira Beispiel-Ahorn" },
};

const boardCall = /\/api\/v1\/organizations\/[^/]+\/staff-board\?/;
const boardEntry = {
  id: "01900000-0000-7000-8000-000000000011",
  kind: "offboarding",
  stage: "overdue",
  user: {
    id: "01900000-0000-7000-8000-000000000012",
    firstName: "Rosa",
    lastName: "Demo-Imboden",
    role: "viewer",
    department: "Empfang",
    isExternal: true,
  },
  takesEffectAt: "2026-11-20T17:00:00.000Z",
  day: "2026-11-20",
  daysLeft: -3,
  doneItems: 5,
  totalItems: 6,
  nextItem: { item: "keys", label: null },
  ownerName: "Mira Beispiel-Ahorn",
  blocked: true,
};
const board = {
  route: "/organization/staff-board",
  path: "/organization/staff-board",
  title: "Ein- & Austritte",
  viewer: "org_admin",
} as const;
const boardOf = (data: readonly object[], overdue: number, planned: number) => ({
  data,
  pagination: { page: 1, limit: 100, total: data.length, pages: data.length > 0 ? 1 : 0 },
  counts: { overdue, running: 0, planned },
});

/** Screens of onboarding and offboarding: dialogs, plan, record and failures. */
export const staffScreens: readonly Screen[] = [
  { ...board, name: "staff board, none" },
  {
    ...board,
    name: "staff board",
    before: respondWith(
      boardCall,
      boardOf(
        [
          boardEntry,
          {
            ...boardEntry,
            id: "01900000-0000-7000-8000-000000000013",
            kind: "onboarding",
            stage: "planned",
            daysLeft: 42,
            doneItems: 0,
            day: "2027-01-04",
            nextItem: { item: "own1", label: "Spind im Keller zeigen" },
            blocked: false,
          },
        ],
        1,
        1,
      ),
    ),
  },
  {
    ...board,
    name: "staff board, template",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Vorlage MFA bearbeiten" }).click();
      await expect(page.getByRole("dialog").getByLabel("Eigene Punkte")).toBeVisible();
    },
  },
  { ...board, name: "staff board, failed", before: failCalls(boardCall) },
  {
    ...staff,
    name: "staff, onboarding",
    prepare: async (page) => {
      await expect(page.getByRole("dialog").getByLabel("Vorname")).toBeVisible();
    },
  },
  {
    ...staff,
    name: "staff, onboarding of a locum",
    prepare: async (page) => {
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Vorname").fill("Vera");
      await dialog.getByLabel("Nachname").fill("Muster-Vertretung");
      await dialog.getByText("Externe Person").click();
      await dialog.getByRole("button", { name: "Weiter" }).press("Enter");
      await dialog.getByRole("button", { name: "Neueintritt abschließen" }).press("Enter");
      await expect(dialog.getByText("Geben Sie die Nummer ein")).toBeVisible();
    },
  },
  {
    ...person,
    name: "person, offboarding planned",
    before: respondWith(employmentCall, {
      ...employment,
      offboarding: {
        ...offboarding,
        state: "planned",
        blocked: true,
        doneAt: null,
        items: checkedItems(offboardingItems, 1),
      },
    }),
    prepare: async (page) => {
      await expect(page.getByRole("button", { name: "Austritt zurücknehmen" })).toBeVisible();
    },
  },
  {
    ...person,
    name: "person, left",
    before: async (page) => {
      await respondWith(employmentCall, {
        ...employment,
        offboarding: {
          ...offboarding,
          doneAt: "2026-11-30T17:00:00.000Z",
          items: checkedItems(offboardingItems, 5),
          ended: {
            sessions: 2,
            applications: ["Kasse am Empfang"],
            invitations: 1,
            secondFactor: true,
            handedOverWebhooks: ["Labor"],
            disabledWebhooks: [],
            keptWebhooks: [],
          },
        },
      })(page);
      await page.route(/\/api\/v1\/users\/[0-9a-f-]{36}$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), status: "deactivated" } });
      });
    },
    prepare: async (page) => {
      await expect(page.getByRole("region").getByRole("checkbox")).toHaveCount(12);
    },
  },
  {
    ...person,
    name: "person, planning an offboarding",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Austritt planen" }).first().click();
      await expect(page.getByRole("dialog").getByLabel("Uhrzeit")).toBeVisible();
    },
  },
  {
    ...person,
    name: "person, editing the employment",
    before: respondWith(employmentCall, { ...employment, offboarding: null }),
    prepare: async (page) => {
      await page.getByRole("button", { name: "Tätigkeit bearbeiten" }).click();
      await expect(page.getByRole("dialog").getByLabel("Befristet bis")).toBeVisible();
    },
  },
  {
    ...person,
    name: "person, onboarding and offboarding failing",
    before: failCalls(employmentCall),
    prepare: async (page) => {
      await expect(page.getByRole("button", { name: "Erneut versuchen" })).toBeVisible();
    },
  },
];

import { expect } from "@playwright/test";
import { failCalls, respondWith } from "../responses.ts";
import type { Screen, ScreenContext } from "./screen.ts";

const path = (screenContext: ScreenContext) => `/users/${screenContext.colleagueId}/permissions`;
const route = "/users/$userId/permissions";

const history = {
  route: "/users/$userId",
  path: (screenContext: ScreenContext) => `/users/${screenContext.colleagueId}?tab=history`,
  title: /./,
  viewer: "org_admin",
} as const;

/** Screens of granting, previewing and rejecting a person's permissions, and of transfers. */
export const permissionScreens: readonly Screen[] = [
  { ...history, name: "person, history" },
  { ...history, name: "person, history failing", before: failCalls(/organization-history/) },
  {
    ...history,
    name: "person, transfer impossible",
    prepare: async (page) => {
      await expect(page.getByText("Sie verwalten keine weitere Praxis")).toBeVisible();
      await expect(page.getByRole("button", { name: "In andere Praxis übertragen" })).toHaveCount(0);
    },
  },
  {
    ...history,
    name: "person, transfer",
    before: respondWith(/\/api\/v1\/organizations\?limit=100$/, {
      data: [{ id: "0197a000-0000-7000-8000-000000000031", name: "Praxis am Probeweg" }],
      pagination: { page: 1, limit: 100, total: 1, pages: 1 },
    }),
    prepare: async (page) => {
      await page.getByRole("button", { name: "In andere Praxis übertragen" }).click();
      await expect(page.getByRole("button", { name: "Übertragen", exact: true })).toBeVisible();
    },
  },
  { name: "permissions", route, path, title: /Berechtigungen von/, viewer: "org_admin" },
  {
    name: "permissions, with a preview",
    route,
    path,
    title: /Berechtigungen von/,
    viewer: "org_admin",
    prepare: async (page) => {
      await page.getByRole("combobox", { name: "Rolle" }).selectOption("viewer");
      await page.getByText("Technisch", { exact: true }).click();
      await page.getByRole("heading", { level: 4, name: "Mitarbeitende" }).click();
    },
  },
  {
    name: "permissions, unknown person",
    route,
    path: "/users/00000000-0000-7000-8000-000000000000/permissions",
    title: "Diese Person gibt es hier nicht",
    viewer: "org_admin",
  },
  {
    name: "permissions, failing",
    route,
    path,
    title: "Berechtigungen",
    viewer: "org_admin",
    before: failCalls(/\/api\/v1\/users\/[0-9a-f-]{36}$/),
  },
];

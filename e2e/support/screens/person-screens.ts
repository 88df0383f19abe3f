import { expect } from "@playwright/test";
import { failCalls } from "../responses.ts";
import { personSecurityScreens } from "./person-security-screens.ts";
import type { Screen, ScreenContext } from "./screen.ts";

const personPath = (screenContext: ScreenContext) => `/users/${screenContext.colleagueId}`;

/** Screens of a person's page, its tabs and dialogs. */
export const personScreens: readonly Screen[] = [
  { name: "person", route: "/users/$userId", path: personPath, title: /./, viewer: "org_admin" },
  { name: "directory", route: "/users", path: () => "/users", title: "Mitarbeitende", viewer: "viewer" },
  {
    name: "directory, no one found",
    route: "/users",
    path: () => "/users?search=Xylophon",
    title: "Mitarbeitende",
    viewer: "viewer",
  },
  {
    name: "role, comparing",
    route: "/users/$userId",
    path: personPath,
    title: /./,
    viewer: "org_admin",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Weitere Aktionen" }).click();
      await page.getByRole("menuitem", { name: "Rolle ändern" }).click();
      await page.getByRole("radio", { name: /^Praxismanagement/ }).check();
    },
  },
  {
    name: "person, rights",
    route: "/users/$userId",
    path: (screenContext) => `${personPath(screenContext)}?tab=rights`,
    title: /./,
    viewer: "org_admin",
  },
  {
    name: "person, editing",
    route: "/users/$userId",
    path: personPath,
    title: /./,
    viewer: "org_admin",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Bearbeiten" }).click();
      await expect(page.getByLabel("Vorname")).toBeVisible();
    },
  },
  {
    name: "person, deleting",
    route: "/users/$userId",
    path: personPath,
    title: /./,
    viewer: "org_admin",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Weitere Aktionen" }).click();
      await page.getByRole("menuitem", { name: "Löschen" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    name: "person, unknown",
    route: "/users/$userId",
    path: "/users/00000000-0000-7000-8000-000000000000",
    title: "Diese Person gibt es hier nicht",
    viewer: "org_admin",
  },
  {
    name: "person, failing",
    route: "/users/$userId",
    path: personPath,
    title: "Person",
    viewer: "org_admin",
    before: failCalls(/\/api\/v1\/users\/[0-9a-f-]{36}$/),
  },
  ...personSecurityScreens,
];

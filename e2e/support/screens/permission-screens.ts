import { expect } from "@playwright/test";
import { failCalls } from "../answers.ts";
import type { Screen, ScreenContext } from "./screen.ts";

const path = (screenContext: ScreenContext) => `/users/${screenContext.colleagueId}/permissions`;
const route = "/users/$userId/permissions";

const history = {
  route: "/users/$userId",
  path: (screenContext: ScreenContext) => `/users/${screenContext.colleagueId}?tab=history`,
  title: /./,
  viewer: "org_admin",
} as const;

/** Screens of a person's permissions: granted, previewed, rejected; and of transfers. */
export const permissionScreens: readonly Screen[] = [
  { ...history, name: "person, history" },
  { ...history, name: "person, history failing", before: failCalls(/organization-history/) },
  {
    ...history,
    name: "person, transfer",
    prepare: async (page) => {
      await page.getByRole("button", { name: "In andere Praxis übertragen" }).click();
      await expect(page.getByText("Sie verwalten keine weitere Praxis")).toBeVisible();
      await expect(page.getByRole("button", { name: "Übertragen", exact: true })).toHaveCount(0);
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
    name: "permissions, failing",
    route,
    path,
    title: "Berechtigungen",
    viewer: "org_admin",
    before: failCalls(/\/api\/v1\/users\/[0-9a-f-]{36}$/),
  },
];

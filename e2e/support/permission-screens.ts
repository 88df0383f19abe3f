import { failing } from "./answers.ts";
import type { Screen, World } from "./screens.ts";

const path = (world: World) => `/users/${world.colleagueId}/permissions`;
const route = "/users/$userId/permissions";

/** What one person may do: given, previewed, refused. */
export const permissionScreens: readonly Screen[] = [
  { name: "permissions", route, path, title: /Berechtigungen von/, viewer: "org_admin" },
  {
    name: "permissions, with a preview",
    route,
    path,
    title: /Berechtigungen von/,
    viewer: "org_admin",
    prepare: async (page) => {
      await page.getByRole("combobox", { name: "Rolle" }).selectOption("viewer");
      await page.getByRole("checkbox", { name: /users:write/ }).check();
    },
  },
  {
    name: "permissions, failing",
    route,
    path,
    title: "Berechtigungen",
    viewer: "org_admin",
    before: failing(/\/api\/v1\/users\/[0-9a-f-]{36}$/),
  },
];

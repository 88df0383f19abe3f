import { expect } from "@playwright/test";
import { failCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

const diagnosis = {
  route: "/debug-auth",
  path: "/debug-auth",
  title: "Anmeldung prüfen",
} as const;

const platform = {
  route: "/admin/superadmin-profile",
  path: "/admin/superadmin-profile",
  title: "Plattform-Profil",
  viewer: "super_admin",
} as const;

/** Screens of the session diagnosis and of the platform administrator's profile. */
export const identityPageScreens: readonly Screen[] = [
  { ...diagnosis, name: "diagnosis", viewer: "anonymous" },
  {
    ...diagnosis,
    name: "diagnosis, no response",
    viewer: "anonymous",
    before: failCalls(/\/auth\/(?:check-auth|workstation)$/),
    prepare: async (page) => {
      await expect(page.getByText("500 UNKNOWN").first()).toBeVisible();
    },
  },
  { ...platform, name: "profile of the platform's administrator" },
  {
    ...platform,
    name: "profile of the platform's administrator, failing",
    before: failCalls(/\/users\/me\/activity$/),
  },
];

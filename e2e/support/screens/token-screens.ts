import { expect } from "@playwright/test";
import { respondWith, failCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

const active = /\/org-tokens\/active/;
const security = {
  route: "/profile",
  path: "/profile?tab=security",
  title: "Profil",
  viewer: "org_admin",
} as const;

const token = (id: string, name: string, lastActivity: string | null) => ({
  id: `0197a000-0000-7000-8000-0000000000${id}`,
  _id: `0197a000-0000-7000-8000-0000000000${id}`,
  organizationId: "0197a000-0000-7000-8000-000000000099",
  organizationName: "Praxis am Musterplatz",
  applicationId: name.toLowerCase().replaceAll(" ", "-"),
  applicationInfo: { name, type: "desktop" },
  userId: { id: "0197a000-0000-7000-8000-000000000098", name: "Erika Muster", email: null },
  scope: ["read", "write", "profile"],
  status: "active",
  revokedAt: null,
  revokeReason: null,
  tokens: {
    accessToken: { expiresAt: "2031-01-01T07:10:00.000Z" },
    refreshToken: { expiresAt: "2031-01-31T07:00:00.000Z" },
  },
  session: { lastActivity, address: "192.0.2.10" },
  createdAt: "2031-01-01T07:00:00.000Z",
});

/** Screens of the applications with access in a user's name. */
export const tokenScreens: readonly Screen[] = [
  {
    ...security,
    name: "profile, applications with access",
    before: respondWith(active, {
      tokens: [
        token("21", "Kasse am Empfang", "2031-01-01T07:30:00.000Z"),
        token("22", "Kasse am Empfang", null),
        token("23", "Terminverwaltung für die Gemeinschaftspraxis und ihre Zweigstellen", null),
      ],
    }),
    prepare: async (page) => {
      await expect(page.getByText("2 Zugriffsschlüssel")).toBeVisible();
    },
  },
  {
    ...security,
    name: "profile, applications fail",
    before: failCalls(active),
    prepare: async (page) => {
      await expect(page.getByText("Die Anwendungen konnten nicht geladen werden")).toBeVisible();
    },
  },
];

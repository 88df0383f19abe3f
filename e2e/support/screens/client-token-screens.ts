import { openFilter } from "../open-filter.ts";
import { expect, type Page } from "@playwright/test";
import type { OrgToken, OrgTokenStatistics } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { respondWith, failCalls, hangCalls, oneOrganization, refuseCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

const dayMs = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const idOf = (number: number) => `0197a000-0000-7000-8000-${String(number).padStart(12, "0")}`;

type TokenOptions = {
  application: string;
  type?: string;
  person?: string;
  organization?: string;
  scope?: OrgToken["scope"];
  used?: number | null;
  ends?: number;
  revoked?: readonly [days: number, reason: string | null];
};

function token(number: number, options: TokenOptions): OrgToken {
  const {
    application,
    type = "desktop",
    person = "Erika Muster",
    organization = "Praxis am Musterplatz",
  } = options;
  const { scope = ["read", "write", "profile"], used = -0.02, ends = 29, revoked } = options;
  const address = person.toLowerCase().replaceAll(" ", ".").replaceAll("ö", "oe");
  return {
    id: idOf(number),
    _id: idOf(number),
    organizationId: idOf(900 + organization.length),
    organizationName: organization,
    applicationId: application.toLowerCase().replaceAll(" ", "-"),
    applicationInfo: { name: application, type },
    userId: { id: idOf(500 + person.length), name: person, email: `${address}@example.org` },
    scope,
    status: revoked === undefined ? (ends > 0 ? "active" : "expired") : "revoked",
    revokedAt: revoked === undefined ? null : daysFromNow(revoked[0]),
    revokeReason: revoked?.[1] ?? null,
    tokens: {
      accessToken: { expiresAt: daysFromNow(Math.min(ends, 0.007)) },
      refreshToken: { expiresAt: daysFromNow(ends) },
    },
    session: {
      lastActivity: used === null ? null : daysFromNow(used),
      address: used === null ? null : "192.0.2.10",
    },
    createdAt: daysFromNow(-40),
  };
}

const branch = "Gemeinschaftspraxis für Kinder- und Jugendmedizin Beispiel-Musterhausen";
const rows = [
  token(1, { application: "Kasse am Empfang" }),
  token(2, {
    application: "Terminkalender",
    type: "mobile",
    person: "Jörg Probe",
    used: -12,
    scope: ["read"],
  }),
  token(3, { application: "Laboranbindung", type: "service", ends: 0.6, organization: branch }),
  token(4, { application: "Zeiterfassung", type: "web", used: null, scope: ["read", "profile"] }),
  token(5, {
    application: "Archiv",
    type: "service",
    person: "Karl-Friedrich Beispiel-Musterhausen",
    revoked: [-2, "Gerät verloren, Täterin unbekannt"],
    used: -2.1,
    organization: branch,
  }),
  token(6, { application: "Kasse am Empfang", revoked: [-1, "refresh_reused"], used: -1 }),
  token(7, { application: "Altes Tablet", type: "mobile", ends: -3, used: -33 }),
];
const page = { data: rows, pagination: { page: 1, limit: 20, total: 46, pages: 3 } };
const none = { data: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } };

const statistics: OrgTokenStatistics = {
  totalTokens: 46,
  activeTokens: 31,
  expiredTokens: 9,
  revokedTokens: 6,
  expiringSoon: 2,
  topOrganizations: [
    { organizationId: idOf(921), name: "Praxis am Musterplatz", activeTokens: 14, totalTokens: 20 },
    { organizationId: idOf(971), name: branch, activeTokens: 9, totalTokens: 12 },
    { organizationId: idOf(903), name: "Praxis Dr. Probe", activeTokens: 5, totalTokens: 8 },
    { organizationId: idOf(904), name: "Hausarztpraxis Beispiel", activeTokens: 2, totalTokens: 4 },
    { organizationId: idOf(905), name: "Praxis Muster & Probe", activeTokens: 1, totalTokens: 2 },
  ],
  applicationTypes: [
    { type: "desktop", count: 19 },
    { type: "mobile", count: 13 },
    { type: "service", count: 9 },
    { type: "web", count: 5 },
  ],
  applications: [
    { applicationId: "kasse-am-empfang", name: "Kasse am Empfang", activeTokens: 16, count: 19 },
    { applicationId: "terminkalender", name: "Terminkalender", activeTokens: 8, count: 13 },
    { applicationId: "laboranbindung", name: "Laboranbindung", activeTokens: 6, count: 9 },
  ],
};

const lists = /\/org-tokens\/(?:admin\/all|organization\/[0-9a-f-]+)(?:\?|$)/;
const statisticsPath = /\/org-tokens\/(?:admin\/statistics|organization\/[0-9a-f-]+\/stats)/;
const singleTokenStatistics = /\/org-tokens\/organization\/[0-9a-f-]+\/stats/;
const organizations = /\/org-tokens\/user\/organizations/;

const respondWithData = async (view: Page) => {
  await respondWith(lists, page)(view);
  await respondWith(statisticsPath, statistics)(view);
};

const manager = {
  route: "/admin/client-tokens",
  path: "/admin/client-tokens",
  title: "Zugriffsschlüssel",
  viewer: "super_admin",
} as const;
const organization = {
  route: "/organization",
  path: "/organization?tab=tokens",
  title: "Praxisprofil",
  viewer: "org_admin",
} as const;

/** Opens the menu of the first token and selects an entry. */
const choose = (entry: string) => async (view: Page) => {
  await view
    .getByRole("button", { name: "Aktionen für Kasse am Empfang von Erika Muster" })
    .filter({ visible: true })
    .first()
    .click();
  await view.getByRole("menuitem", { name: entry, exact: true }).click();
  await expect(view.getByRole("alertdialog")).toBeVisible();
};

const issueToken = async (view: Page) => {
  await view.getByRole("button", { name: "Schlüssel ausstellen" }).click();
  await view.getByLabel("Name der Anwendung").fill("Kasse am Empfang");
  await view.getByRole("button", { name: "Ausstellen", exact: true }).click();
  await expect(view.getByText("Beide Schlüssel werden nur jetzt angezeigt")).toBeVisible();
};

/** Screens of the tokens of all organizations, the administration's page, and an organization's tokens. */
export const clientTokenScreens: readonly Screen[] = [
  { ...manager, name: "client tokens, of this portal" },
  { ...manager, name: "client tokens", before: respondWithData },
  { ...manager, name: "client tokens, empty", before: respondWith(lists, none) },
  {
    ...manager,
    name: "client tokens, nothing found",
    path: "/admin/client-tokens?search=gibtesnicht&status=revoked",
    before: respondWith(lists, none),
  },
  { ...manager, name: "client tokens, failing", before: failCalls(lists) },
  { ...manager, name: "client tokens, loading", before: hangCalls(lists) },
  {
    ...manager,
    name: "client tokens, figures fail",
    before: failCalls(statisticsPath),
    prepare: async (view) => {
      await expect(view.getByText("Die Zahlen konnten nicht geladen werden")).toBeVisible();
    },
  },
  {
    ...manager,
    name: "client tokens, no permission",
    before: refuseCalls(lists, 403, "FORBIDDEN", "Dafür fehlt Ihnen die Berechtigung."),
  },
  { ...manager, name: "client tokens, revoking one", before: respondWithData, prepare: choose("Widerrufen") },
  {
    ...manager,
    name: "client tokens, revoking an organization",
    before: async (view) => {
      await respondWithData(view);
      await respondWith(singleTokenStatistics, { ...statistics, totalTokens: 20, activeTokens: 14 })(view);
    },
    prepare: async (view) => {
      await choose("Alle Schlüssel der Praxis widerrufen")(view);
      await view.getByRole("button", { name: "Alle widerrufen" }).click();
      await expect(view.getByText("Bitte geben Sie einen Grund an")).toBeVisible();
    },
  },
  {
    ...manager,
    name: "client tokens, cleaning up",
    before: respondWithData,
    prepare: async (view) => {
      await view.getByRole("button", { name: "Aufräumen" }).click();
      await expect(view.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    ...manager,
    name: "client tokens, filtering by organization",
    before: respondWithData,
    prepare: async (view) => {
      await openFilter(view, "Praxis");
      await expect(view.getByRole("searchbox", { name: "Praxis suchen" })).toBeVisible();
    },
  },
  {
    name: "administration, tokens",
    route: "/admin",
    path: "/admin?tab=tokens",
    title: "Verwaltung",
    viewer: "super_admin",
    before: respondWithData,
  },
  {
    name: "organization",
    route: "/organization",
    path: "/organization",
    title: "Praxisprofil",
    viewer: "org_admin",
  },
  {
    name: "organization, read-only",
    route: "/organization",
    path: "/organization",
    title: "Praxisprofil",
    viewer: "viewer",
  },
  {
    name: "organization, failing",
    route: "/organization",
    path: "/organization",
    title: "Praxisprofil",
    viewer: "org_admin",
    before: failCalls(oneOrganization),
  },
  { ...organization, name: "organization, tokens", before: respondWithData },
  { ...organization, name: "organization, no token yet" },
  { ...organization, name: "organization, tokens, failing", before: failCalls(lists) },
  {
    ...organization,
    name: "organization, giving access",
    prepare: async (view) => {
      await view.getByRole("button", { name: "Schlüssel ausstellen" }).click();
      await view.getByRole("button", { name: "Ausstellen", exact: true }).click();
      await expect(view.getByText("Dieses Feld ist erforderlich")).toBeVisible();
    },
  },
  {
    ...organization,
    name: "organization, giving access, organizations fail",
    before: failCalls(organizations),
    prepare: async (view) => {
      await view.getByRole("button", { name: "Schlüssel ausstellen" }).click();
      await expect(view.getByText("Ihre Praxen konnten nicht geladen werden")).toBeVisible();
    },
  },
  { ...organization, name: "organization, tokens shown once", prepare: issueToken },
  {
    ...organization,
    name: "organization, leaving tokens behind",
    prepare: async (view) => {
      await issueToken(view);
      await view.keyboard.press("Escape");
      await expect(view.getByText("Ohne die Schlüssel schließen?")).toBeVisible();
    },
  },
  {
    ...organization,
    name: "organization, checking a token",
    prepare: async (view) => {
      await view.getByRole("button", { name: "Schlüssel prüfen" }).click();
      await view.getByRole("textbox", { name: "Zugriffsschlüssel", exact: true }).fill("pp_at_unbekannt");
      await view.getByRole("button", { name: "Prüfen", exact: true }).click();
      await expect(view.getByText("Dieser Schlüssel ist hier nicht gültig")).toBeVisible();
    },
  },
];

import { expect, type Page } from "@playwright/test";
import type { EmergencyCode } from "@praxisportal/contract/emergency-code/emergency-code.schema";
import type {
  ListedOrganization,
  Operation,
} from "@praxisportal/contract/organizations/organizations.schema";
import { pngOf } from "../../../apps/server/test/logo/images.ts";
import { respondWith, failCalls, hangCalls, oneOrganization, refuseCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

const dayMs = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

const organization = { route: "/organization", title: "Praxisprofil", viewer: "org_admin" } as const;
const tab = (name: string) => ({ ...organization, path: `/organization?tab=${name}` });
const operator = {
  route: "/organizations",
  path: "/organizations",
  title: "Praxen",
  viewer: "super_admin",
} as const;

const list = /\/api\/v1\/organizations\?.*sortBy/;
const usedCode: EmergencyCode = {
  state: "used",
  label: "K7QX",
  createdAt: daysFromNow(-40),
  createdBy: "Ina Musterfrau",
  usedAt: daysFromNow(-1),
  usedBy: "Ina Musterfrau",
};
const departments = /\/departments$/;
const sites = /\/sites$/;
const licenses = /\/licences$/;
const operations = /\/operations(?:\?|$)/;
const settings = "/organization?tab=settings";

const department = (id: number, name: string, memberCount: number) => ({
  id: `0197a000-0000-7000-8000-0000000000${id}`,
  _id: `0197a000-0000-7000-8000-0000000000${id}`,
  name,
  memberCount,
});
const someDepartments = {
  data: [
    department(11, "Anmeldung und Empfang", 4),
    department(12, "Labor", 1),
    department(13, "Medizinische Fachangestellte im Außendienst der Zweigpraxis", 0),
  ],
  withoutDepartment: 2,
};
const someSites = {
  data: [
    {
      ...department(21, "Hauptpraxis", 6),
      address: "Musterplatz 1\n12345 Musterstadt",
      number: { kind: "bsnr", value: "123456700" },
      version: 1,
    },
    { ...department(22, "Zweigpraxis am Markt", 0), address: null, number: null, version: 1 },
  ],
};
const operation = (number: number, overrides: Partial<Operation>): Operation => ({
  id: `0197a000-0000-7000-8000-0000000001${number}`,
  type: "user_assigned",
  action: "member.added",
  user: { id: `0197a000-0000-7000-8000-0000000002${number}`, name: "Lia Muster-Beispiel" },
  organization: { id: "0197a000-0000-7000-8000-000000000300", name: "Praxis am Musterplatz" },
  performer: { id: "0197a000-0000-7000-8000-000000000301", name: "Ina Demo-Leitung" },
  time: daysFromNow(-number / 10),
  outcome: "done",
  undoableUntil: null,
  ...overrides,
});
const someOperations = {
  data: [
    operation(10, { type: "user_transferred", action: "user.transferred", undoableUntil: daysFromNow(0.5) }),
    operation(11, { type: "user_transferred", action: "user.transfer_undone" }),
    operation(12, { type: "user_transferred", action: "user.transferred", outcome: "undone" }),
    operation(13, { type: "role_updated", action: "user.role_changed" }),
    operation(14, {
      type: "user_removed",
      action: "user.deleted",
      user: { id: "0197a000-0000-7000-8000-000000000214", name: null },
    }),
    operation(15, { type: "bulk_invite", action: "member.added" }),
    operation(16, { type: "profile_updated", action: "user.updated", performer: { id: null, name: null } }),
    operation(17, {}),
  ],
  pagination: { limit: 8, nextCursor: "older-7", prevCursor: null, totalEstimate: 100 },
};
const plans = (current: string) =>
  [
    ["starter", 10],
    ["basic", 25],
    ["professional", 100],
    ["enterprise", 1_000],
  ].map(([name, maxUsers]) => ({
    name,
    maxUsers,
    current: name === current,
    selectable: name !== "starter",
  }));
const seats = (takenSeats: number, max: number) => ({
  plan: "basic",
  limitFrom: "plan",
  seats: { max, taken: takenSeats, free: max - takenSeats, active: takenSeats - 2, pending: 2 },
  plans: plans("basic"),
});

type OrganizationOptions = Partial<ListedOrganization> & { name: string };

function listedOrganization(number: number, overrides: OrganizationOptions): ListedOrganization {
  const id = `0197a000-0000-7000-8000-${String(number).padStart(12, "0")}`;
  return {
    id,
    _id: id,
    organizationId: id,
    type: "practice",
    status: "active",
    verifiedAt: null,
    plan: "basic",
    maxUsers: 25,
    userCount: 12,
    createdAt: "2031-01-01T07:00:00.000Z",
    restorableUntil: null,
    version: 1,
    ...overrides,
  };
}

const organizations = {
  data: [
    listedOrganization(1, {
      name: "Gemeinschaftspraxis am Musterplatz",
      type: "group_practice",
      verifiedAt: daysFromNow(-30),
    }),
    listedOrganization(2, { name: "Hausarztpraxis Beispiel", status: "trial", maxUsers: 10, userCount: 3 }),
    listedOrganization(3, {
      name: "Medizinisches Versorgungszentrum Musterstadt-Nord",
      type: "medical_center",
    }),
    listedOrganization(4, { name: "Praxis Dr. Probe", status: "suspended" }),
    listedOrganization(5, { name: "Praxis im Ruhestand", status: "archived", userCount: 0 }),
    listedOrganization(6, { name: "Praxis Vergangen", status: "deleted", restorableUntil: daysFromNow(12) }),
  ],
  pagination: { page: 1, limit: 20, total: 6, pages: 1 },
};
const respondWithData = respondWith(list, organizations);

const choose = (name: string, entry: string) => async (page: Page) => {
  await page
    .getByRole("button", { name: `Aktionen für ${name}` })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitem", { name: entry }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
};

const inOrder =
  (...preparations: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const prepare of preparations) await prepare(page);
  };

/** Waits for a tab, which is lazy and then loads its data. */
const waitForTab = async (page: Page) => {
  const content = page.locator("main h2, main h3, main table, main ul, main [role=alert]");
  await expect(content.filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator("main .motion-skeleton").filter({ visible: true })).toHaveCount(0);
};

const openCreateDialog = async (page: Page) => {
  await page.getByRole("button", { name: "Praxis anlegen" }).first().click();
  await expect(page.getByLabel("Name der Praxis")).toBeFocused();
};

/** Screens of the organization with its tabs, and of the list of all organizations. */
export const organizationScreens: readonly Screen[] = [
  {
    ...organization,
    name: "organization, loading",
    path: "/organization",
    before: hangCalls(oneOrganization),
  },
  {
    ...organization,
    name: "organization, editing in place",
    path: "/organization",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Bearbeiten" }).click();
      await page.getByLabel("Website").fill("praxis");
      await page.getByRole("button", { name: "Speichern" }).click();
      await expect(page.locator("[aria-invalid]").first()).toBeVisible();
    },
  },
  {
    ...organization,
    name: "organization, logo",
    path: "/organization",
    prepare: async (page) => {
      const card = page.getByRole("region", { name: "Logo", exact: true });
      const buffer = pngOf({ width: 240, height: 80 });
      await card
        .locator('input[type="file"]')
        .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
      await expect(card.getByRole("img")).toBeVisible();
      await card.scrollIntoViewIfNeeded();
    },
  },
  {
    ...organization,
    name: "organization, deleting",
    path: "/organization",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Praxis löschen …" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Praxis löschen" }).click();
      await expect(page.getByText("Das ist nicht der Name dieser Praxis")).toBeVisible();
    },
  },
  { ...tab("departments"), name: "departments, empty" },
  {
    ...tab("departments"),
    name: "departments",
    before: inOrder(respondWith(departments, someDepartments), respondWith(sites, someSites)),
  },
  { ...tab("departments"), name: "departments, failing", before: failCalls(departments) },
  { ...tab("departments"), name: "departments, loading", before: hangCalls(/\/(?:departments|sites)$/) },
  { ...tab("departments"), name: "departments, read-only", viewer: "viewer" },
  {
    ...tab("departments"),
    name: "departments, merging",
    before: respondWith(departments, someDepartments),
    prepare: choose("Labor", "Zusammenführen"),
  },
  {
    ...tab("departments"),
    name: "departments, a site with a wrong number",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Betriebsstätte anlegen" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Hauptpraxis");
      await page.getByLabel("Nummer (freiwillig)").fill("12345");
      await page.getByRole("button", { name: "Speichern" }).click();
      await expect(page.locator("[aria-invalid]")).toBeVisible();
    },
  },
  { ...tab("licences"), name: "licenses", prepare: waitForTab },
  {
    ...tab("licences"),
    name: "licenses, nearly full",
    before: respondWith(licenses, seats(22, 25)),
    prepare: waitForTab,
  },
  {
    ...tab("licences"),
    name: "licenses, full",
    before: respondWith(licenses, seats(25, 25)),
    prepare: waitForTab,
  },
  { ...tab("licences"), name: "licenses, failing", before: failCalls(licenses) },
  { ...tab("licences"), name: "licenses, loading", before: hangCalls(licenses) },
  { ...tab("security"), name: "organization security" },
  { ...tab("security"), name: "organization security, failing", before: failCalls(/\/statistics$/) },
  { ...tab("security"), name: "organization security, read-only", viewer: "viewer" },
  {
    ...tab("security"),
    name: "organization security, emergency code",
    before: respondWith(/\/emergency-code$/, usedCode),
    prepare: (page) => page.getByText("K7QX").waitFor(),
  },
  {
    ...tab("users"),
    name: "organization users",
    prepare: waitForTab,
  },
  { ...tab("users"), name: "organization users, failing", before: failCalls(/\/users(?:\?|$)/) },
  {
    ...tab("operations"),
    name: "organization operations",
    before: respondWith(operations, someOperations),
    prepare: waitForTab,
  },
  {
    ...tab("operations"),
    name: "organization operations, empty",
    before: respondWith(operations, {
      data: [],
      pagination: { limit: 20, nextCursor: null, prevCursor: null, totalEstimate: 0 },
    }),
    prepare: waitForTab,
  },
  {
    ...tab("operations"),
    name: "organization operations, failing",
    before: failCalls(operations),
    prepare: waitForTab,
  },
  { ...tab("operations"), name: "organization operations, loading", before: hangCalls(operations) },
  ...["general", "security", "billing", "notification", "integration", "advanced"].map((group) => ({
    ...organization,
    name: `organization settings, ${group}`,
    path: `${settings}&group=${group}`,
  })),
  {
    ...organization,
    name: "organization settings, read-only",
    path: `${settings}&group=security`,
    viewer: "viewer",
  },
  {
    ...organization,
    name: "organization settings, with mistakes",
    path: `${settings}&group=security`,
    prepare: async (page) => {
      await page.getByLabel("Abmeldung bei Inaktivität (Minuten)").fill("99");
      await page.getByRole("button", { name: "Speichern" }).click();
      await expect(page.locator("[aria-invalid]")).toBeVisible();
    },
  },
  {
    ...organization,
    name: "organization settings, leaving",
    path: settings,
    prepare: async (page) => {
      await page.getByLabel("Telefon").first().fill("030 123");
      await page.getByRole("link", { name: "Details" }).click();
      await expect(page.getByText("Änderungen verwerfen?")).toBeVisible();
    },
  },
  { ...operator, name: "organizations", before: respondWithData },
  {
    ...operator,
    name: "organizations, empty",
    before: respondWith(list, { data: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } }),
  },
  { ...operator, name: "organizations, nothing found", path: "/organizations?search=gibtesnicht" },
  {
    ...operator,
    name: "organizations, none in this state",
    path: "/organizations?status=archived&sortOrder=hinauf",
    before: respondWith(list, { data: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } }),
  },
  { ...operator, name: "organizations, failing", before: failCalls(list) },
  { ...operator, name: "organizations, loading", before: hangCalls(list) },
  {
    ...operator,
    name: "organizations, no permission",
    before: refuseCalls(list, 403, "FORBIDDEN", "Dafür fehlt Ihnen die Berechtigung."),
  },
  {
    ...operator,
    name: "organizations, suspending one",
    before: respondWithData,
    prepare: async (page) => {
      await choose("Hausarztpraxis Beispiel", "Aussetzen")(page);
      await page.getByRole("button", { name: "Aussetzen", exact: true }).click();
      await expect(page.getByText("Dieses Feld ist erforderlich")).toBeVisible();
    },
  },
  {
    ...operator,
    name: "organizations, deleting one",
    before: respondWithData,
    prepare: choose("Praxis Dr. Probe", "Löschen"),
  },
  {
    ...operator,
    name: "organizations, restoring one",
    before: respondWithData,
    prepare: choose("Praxis Vergangen", "Wiederherstellen"),
  },
  { ...operator, name: "organizations, creating one", before: respondWithData, prepare: openCreateDialog },
  {
    ...operator,
    name: "organizations, one was created",
    before: respondWithData,
    prepare: async (page) => {
      await openCreateDialog(page);
      await page.getByLabel("Name der Praxis").fill("Ordination Beispielgasse");
      await page.getByText("Ohne E-Mail, mit Startpasswort").click();
      await page.getByLabel("Benutzername").fill("erste");
      await page.getByRole("dialog").getByRole("button", { name: "Praxis anlegen" }).click();
      await expect(page.getByText("Startpasswort", { exact: true }).first()).toBeVisible();
    },
  },
];

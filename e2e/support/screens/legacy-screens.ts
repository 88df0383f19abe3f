import { expect, type Page } from "@playwright/test";
import { failCalls, hangCalls, respondWith } from "../responses.ts";
import type { Screen } from "./screen.ts";

const practice = {
  id: "ALTPRAXIS-2026",
  name: "Musterpraxis am Musterplatz",
  street: "Musterstraße 1",
  postalCode: "00000",
  city: "Musterstadt",
  phone: "+49 30 23125000",
  fax: "+49 30 23125001",
  email: "praxis@musterpraxis.example.org",
  openingHours: [
    { day: "Montag", from: "08:00", to: "12:00" },
    { day: "Montag", from: "15:00", to: "18:00" },
    { day: "Dienstag", from: "08:00", to: "12:00" },
    { day: "Mittwoch", from: "08:00", to: "12:00" },
    { day: "Donnerstag", from: "14:00", to: "19:00" },
    { day: "Freitag", from: "08:00", to: "13:00" },
    { day: "Samstag", from: "09:00", to: "11:00" },
  ],
};

const patient = {
  id: "1",
  number: "100214",
  lastName: "Beispiel-Adler",
  firstName: "Antonia",
  birthDate: "1961-02-04",
  sex: "female",
  insurance: "Musterkasse Nord",
  phone: "+49 30 23125001",
  street: "Probeweg 0",
  postalCode: "00000",
  city: "Musterstadt",
  lastVisit: "2026-01-19",
};

const patients = [
  patient,
  { ...patient, id: "2", number: "100377", lastName: "Beispiel-Birke", firstName: "Bruno", birthDate: null },
  {
    ...patient,
    id: "3",
    number: "100007",
    lastName: "Demo-Ginster-Hohenbeispiel",
    firstName: "Gerlinde",
    birthDate: "1924-03-28",
    phone: null,
    lastVisit: null,
  },
  { ...patient, id: "4", number: "100645", lastName: "Muster", firstName: "Jan", birthDate: "1979-05-14" },
  {
    ...patient,
    id: "5",
    number: "100646",
    lastName: "Muster",
    firstName: "Jan",
    birthDate: "1979-05-14",
    insurance: "Selbstzahler (Muster)",
  },
];

const test = {
  id: "glu",
  code: "GLU",
  name: "Glukose nüchtern",
  material: "NaF-Blut",
  unit: "mg/dl",
  normalRange: "70–100",
  note: "Nüchtern abnehmen.",
};
const tests = [
  test,
  { ...test, id: "hba1c", code: "HBA1C", name: "HbA1c", material: "EDTA-Blut", unit: "%", note: null },
  { ...test, id: "ust", code: "UST", name: "Urinstreifentest", material: "Urin", unit: null },
];

function pageOf(data: readonly object[], available = true) {
  const { length: total } = data;
  return { data, available, pagination: { page: 1, limit: 20, total, pages: Math.min(total, 1) } };
}

const checkedAt = "2031-01-01T07:42:18.000Z";
const patientCalls = /\/api\/patienten/;
const testCalls = /\/api\/test-descriptions/;
const practiceCall = /\/api\/praxis/;

/** Responds like a legacy practice server that the viewer is signed in to. */
const withResponses =
  (...others: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    await respondWith(/\/api\/health/, { available: true, checkedAt })(page);
    await respondWith(practiceCall, { data: practice })(page);
    await respondWith(patientCalls, pageOf(patients))(page);
    await respondWith(testCalls, pageOf(tests))(page);
    for (const other of others) await other(page);
  };

const dashboard = { route: "/legacy", path: "/legacy", title: "Praxisserver", viewer: "org_admin" } as const;
const patientList = {
  route: "/patienten",
  path: "/patienten",
  title: "Patienten",
  viewer: "org_admin",
} as const;
const testList = { route: "/tests", path: "/tests", title: "Tests", viewer: "org_admin" } as const;

/** Refuses reads until the session is signed in to the legacy server. */
const signInRequired = (pattern: RegExp) => async (page: Page) => {
  await page.route(pattern, (route) =>
    route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      json: { status: 403, code: "LEGACY_SIGN_IN_REQUIRED", message: "x", requestId: "1" },
    }),
  );
};

/** Screens of classic mode. */
export const legacyScreens: readonly Screen[] = [
  { ...dashboard, name: "classic mode", before: withResponses() },
  {
    ...dashboard,
    name: "classic mode, no data",
    before: withResponses(
      respondWith(practiceCall, { data: null }),
      respondWith(patientCalls, pageOf([], false)),
      respondWith(testCalls, pageOf([], false)),
    ),
  },
  {
    ...dashboard,
    name: "classic mode, sign-in",
    before: withResponses(
      signInRequired(practiceCall),
      signInRequired(patientCalls),
      signInRequired(testCalls),
    ),
    prepare: async (page) => {
      await expect(page.locator("form")).toBeVisible();
    },
  },
  {
    ...dashboard,
    name: "classic mode, loading",
    before: withResponses(hangCalls(practiceCall), hangCalls(patientCalls), hangCalls(testCalls)),
  },
  { ...patientList, name: "patients", before: withResponses() },
  {
    ...patientList,
    name: "patients, one",
    before: withResponses(),
    prepare: async (page) => {
      await page.getByRole("button", { name: "Demo-Ginster-Hohenbeispiel, Gerlinde" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    ...patientList,
    name: "patients, not provided",
    before: withResponses(respondWith(patientCalls, pageOf([], false))),
  },
  { ...patientList, name: "patients, none", before: withResponses(respondWith(patientCalls, pageOf([]))) },
  { ...patientList, name: "patients, loading", before: withResponses(hangCalls(patientCalls)) },
  { ...patientList, name: "patients, failed", before: withResponses(failCalls(patientCalls)) },
  { ...testList, name: "tests", before: withResponses() },
  { ...testList, name: "tests, failed", before: withResponses(failCalls(testCalls)) },
  {
    name: "overview, no practice server",
    route: "/dashboard",
    path: "/dashboard?classic=unreachable",
    title: "Übersicht",
    viewer: "viewer",
    prepare: async (page) => {
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
];

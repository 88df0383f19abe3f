import {
  checkInvalidAddress,
  checkList,
  checkOneRendering,
  type ListUnderTest,
} from "../support/list-kit.ts";
import { addWorkstations } from "../support/workstation.ts";
import { signIn, test } from "../support/test.ts";

/** List of eleven added workstations and the browser of the test itself. */
const list: ListUnderTest = {
  path: "/organization/workstations",
  title: "Arbeitsplätze",
  label: "Arbeitsplätze",
  failure: {
    calls: /\/api\/.+\/workstations(?:\?|$)/,
    title: "Die Arbeitsplätze konnten nicht geladen werden",
  },
  total: 12,
  search: { label: "Arbeitsplatz suchen", text: "zimmer 1", rows: 3 },
  filter: { chip: "Nutzung", option: "Gemeinsam", param: "kind=shared", rows: 3 },
  sort: { column: "Name", field: "name", first: "Behandlungszimmer 1", last: "Zimmer der Leitung" },
  column: "Zuerst benutzt",
  exportedAs: "workstations.csv",
};

const names = [
  "Empfang links",
  "Empfang rechts",
  "Labor",
  ...Array.from({ length: 7 }, (_none, index) => `Behandlungszimmer ${index < 5 ? index + 1 : index + 5}`),
  "Zimmer der Leitung",
];

test.beforeEach(async ({ page, people, portal }) => {
  const organization = await people.createOrganization();
  await addWorkstations(
    portal,
    organization.id,
    names,
    (name) => name.startsWith("Empfang") || name === "Labor",
  );
  await signIn(page, await people.createMember(organization, "practice_admin"));
});

test("R2.3-14 R0-17 R0-19 the workstations pass the list kit tests and keep their state in the URL", async ({
  page,
}) => {
  await checkList(page, list, { complete: true });
});

test("an invalid parameter in the URL of the workstations is named and ignored @soak", async ({ page }) => {
  await checkInvalidAddress(page, list);
});

test("R0-18 the workstations are rendered once: as a table from 768 px, as cards below", async ({ page }) => {
  await checkOneRendering(page, list);
});

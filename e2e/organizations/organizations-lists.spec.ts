import { signInWithChanges } from "../support/audited-changes.ts";
import {
  checkInvalidAddress,
  checkList,
  checkOneRendering,
  type ListUnderTest,
} from "../support/list-kit.ts";
import { expect, signIn, test } from "../support/test.ts";

test.describe("the operations on members", () => {
  const list: ListUnderTest = {
    path: "/organization?tab=operations",
    title: "Praxisprofil",
    label: "Vorgänge",
    failure: { calls: /\/api\/.+\/operations(?:\?|$)/, title: "Die Vorgänge konnten nicht geladen werden" },
    total: 11,
    search: { label: "Vorgänge durchsuchen", text: "Person C", rows: 1 },
    filter: { chip: "Vorgang", option: "Rolle geändert", param: "type=role_updated", rows: 3 },
    sort: { column: "Betroffene Person", field: "whom", first: "Person A", last: "Person K" },
    column: "Ausgeführt von",
    exportedAs: "operations.csv",
  };

  test("R0-19 see R2.3-14 the operations keep search, filters and paging in the URL", async ({
    page,
    people,
    portal,
  }) => {
    await signInWithChanges(page, people, portal, 11);
    await checkList(page, list);
    await checkInvalidAddress(page, list, [
      ["outcome", "vielleicht", "Ergebnis"],
      ["sortOrder", "seitwaerts", "Sortierung"],
      ["page", "0", "Seite"],
    ]);
  });

  test("R0-18 the operations are rendered once: as a table from 1024 px, as cards below", async ({
    page,
    people,
    portal,
  }) => {
    await signInWithChanges(page, people, portal, 11);
    await checkOneRendering(page, list);
  });
});

test("R0-18 R0-19 see R2.3-14 the seat holders are rendered once and keep their page in the URL", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ maxUsers: 40 });
  const admin = await people.createMember(organization, "org_admin", { lastName: "Aa-Leitung" });
  for (let number = 10; number < 34; number += 1)
    await people.createMember(organization, "viewer", { lastName: `Muster-${number}` });
  await signIn(page, admin, "/organization?tab=licences");
  const label = "Alle Mitarbeitenden mit einem Platz, nach Namen";
  const names = page.getByRole("table", { name: label }).getByRole("rowheader");
  await expect(names).toHaveCount(20);
  await page.getByRole("button", { name: "Nächste", exact: true }).click();
  await expect(names).toHaveCount(5);
  await page.reload();
  await expect(names).toHaveCount(5);
  await expect(names.last()).toContainText("Muster-33");
  await page.goBack();
  await expect(names).toHaveCount(20);
  await page.goForward();
  await expect(names).toHaveCount(5);
  await page.setViewportSize({ width: 375, height: 800 });
  await expect(page.getByRole("list", { name: label }).getByRole("listitem")).toHaveCount(5);
  await expect(page.getByRole("table", { name: label })).toHaveCount(0);
});

import { platformChainId } from "../../apps/server/src/platform/audit/audit-record.ts";
import { signInWithChanges } from "../support/audited-changes.ts";
import {
  checkInvalidAddress,
  checkList,
  checkOneRendering,
  type ListUnderTest,
} from "../support/list-kit.ts";
import type { Organization, PeopleFactory } from "../support/people.ts";
import { expectOnlyContents, printHeading } from "../support/print.ts";
import { expect, signIn, test } from "../support/test.ts";

test.describe("the audit log", () => {
  const list: ListUnderTest = {
    path: "/audit",
    title: "Protokoll",
    label: "Einträge des Protokolls",
    // The total includes the owner's sign-in.
    total: 15,
    failure: { calls: /\/api\/.+\/audit(?:\?|$)/, title: "Das Protokoll konnte nicht geladen werden" },
    filter: {
      chip: "Vorgang",
      option: "Jemand hat die Rolle von einer Person geändert",
      param: "action=user.role_changed",
      rows: 3,
    },
    column: "Wer",
    exportedAs: "audit.csv",
    exportEntry: "Tabelle (CSV)",
  };

  test("R0-17 R0-19 R2.3-14 the audit log passes the list kit tests and keeps its state in the URL", async ({
    page,
    people,
    portal,
  }) => {
    await signInWithChanges(page, people, portal, 14);
    await checkList(page, list, { hasCursors: true });
    await checkInvalidAddress(page, list, [
      ["outcome", "vielleicht", "Ergebnis"],
      ["cursor", "irgendwo", "Seite"],
    ]);
  });

  test("R0-18 the audit entries are rendered once: as a table from 1024 px, as cards below", async ({
    page,
    people,
    portal,
  }) => {
    await signInWithChanges(page, people, portal, 14);
    await checkOneRendering(page, list);
  });

  test("see R2.3-14 R0-19 the position in the log and an embedded log's filters survive a reload", async ({
    page,
    people,
    portal,
  }) => {
    const organization = await people.createOrganization();
    await portal.app.identityDb.write(async (tx) => {
      for (let index = 0; index < 30; index += 1)
        tx.record({
          organizationId: organization.id,
          action: "site.updated",
          actor: { type: "system", id: null },
          ids: { siteId: organization.id },
        });
    });
    await signIn(
      page,
      await people.createMember(organization, "org_admin"),
      "/organization?tab=audit&action=site.*",
    );
    const entries = page.getByRole("table", { name: list.label }).getByRole("rowheader");
    await expect(entries).toHaveCount(25);
    await page.getByRole("button", { name: "Ältere Einträge" }).click();
    await expect(page).toHaveURL(/cursor=older-/);
    await expect(entries).toHaveCount(5);
    await page.reload();
    await expect(entries).toHaveCount(5);
    await page.goBack();
    await expect(entries).toHaveCount(25);
  });
});

/** Logs that list a person's entries: the platform's log, and the log of their organization. */
const personLogs = [
  {
    place: "the log of the platform",
    organizationOf: () => platformChainId,
    viewer: (people: PeopleFactory) => people.createPlatformAccount("super_admin"),
    path: (userId: string) => `/admin?tab=audit&person=${userId}`,
  },
  {
    place: "the log on a person's page",
    organizationOf: ({ id }: { id: string }) => id,
    viewer: (people: PeopleFactory, organization: Organization) =>
      people.createMember(organization, "org_admin"),
    path: (userId: string) => `/users/${userId}?tab=audit`,
  },
] as const;

for (const { place, organizationOf, viewer, path } of personLogs) {
  test(`R2.3-14 see R1-23 ${place} keeps filter and position in the URL on reload and Back`, async ({
    page,
    people,
    portal,
  }) => {
    const organization = await people.createOrganization();
    const { id } = await people.createMember(organization, "viewer");
    await portal.app.identityDb.write(async (tx) => {
      for (let index = 0; index < 30; index += 1)
        tx.record({
          organizationId: organizationOf(organization),
          action: index < 3 ? "user.role_changed" : "user.updated",
          actor: { type: "system", id: null },
          target: { type: "user", id },
        });
    });
    await signIn(page, await viewer(people, organization), path(id));
    const entries = page.getByRole("table", { name: "Einträge des Protokolls" }).getByRole("rowheader");
    await expect(entries).toHaveCount(25);
    await page.getByRole("button", { name: "Ältere Einträge" }).click();
    await expect(entries).toHaveCount(5);
    await page.reload();
    await expect(entries).toHaveCount(5);
    await page.goBack();
    await expect(entries).toHaveCount(25);
    const filters = page.getByRole("group", { name: "Filter" });
    await filters.getByRole("button", { name: "Vorgang", exact: true }).click();
    await page.getByRole("radio", { name: "Jemand hat die Rolle von einer Person geändert" }).check();
    await expect(entries).toHaveCount(3);
    await page.reload();
    await expect(entries).toHaveCount(3);
    await page.goBack();
    await expect(entries).toHaveCount(25);
    expect(new URL(page.url()).searchParams.get("tab")).toBe("audit");
  });
}

test("R0-43 the audit log prints with its filters", async ({ page, people }) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin");
  await signIn(page, admin, "/audit?outcome=success");
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(printHeading(page)).toHaveText([
    organization.name,
    "Protokoll",
    "Ergebnis: Erfolgreich",
    /^Stand: .*\d{4}/,
  ]);
  await expectOnlyContents(page);
  await expect(page.getByRole("rowheader").first()).toBeVisible();
});

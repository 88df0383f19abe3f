import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { unzip } from "../../apps/server/test/files/unzip.ts";
import { expectStreamed } from "../support/downloads.ts";
import type { Organization, Person } from "../support/people.ts";
import type { TestPortal } from "../support/portal.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const members = 60;
const dayMs = 86_400_000;
const pastDays = 3 * 365;
const entriesPerDay = 3;

/** Fills an organization with 60 people and with three years of onboardings, offboardings and log entries. */
async function seed({ app }: TestPortal, { id }: Organization, admin: Person): Promise<void> {
  const now = Date.now();
  const people = await app.platformDb.write(async (_tx, allDb) => {
    const insertedPeople = await allDb
      .insertInto("person")
      .values(
        Array.from({ length: members - 1 }, (_, index) => ({
          id: crypto.randomUUID(),
          first_name: "Mia",
          last_name: `Muster-${String(index + 1).padStart(2, "0")}`,
        })),
      )
      .returning("id")
      .execute();
    const memberships = insertedPeople.map((person, index) => ({
      person_id: person.id,
      membership_id: crypto.randomUUID(),
      at: new Date(now - ((index * pastDays) / members) * dayMs - dayMs),
      hasLeft: index % 6 === 0,
    }));
    await allDb
      .insertInto("membership")
      .values(
        memberships.map(({ person_id, membership_id, at, hasLeft }, index) => ({
          organization_id: id,
          id: membership_id,
          person_id,
          role: index % 3 === 0 ? "editor" : "viewer",
          status: hasLeft ? "removed" : "active",
          joined_at: at,
          created_at: at,
          first_name: "Mia",
          last_name: `Muster-${String(index + 1).padStart(2, "0")}`,
        })),
      )
      .execute();
    await allDb
      .insertInto("staff_change")
      .values(
        memberships.flatMap(({ person_id, membership_id, at, hasLeft }) =>
          (hasLeft ? (["onboarding", "offboarding"] as const) : (["onboarding"] as const)).map((kind) => ({
            organization_id: id,
            id: crypto.randomUUID(),
            kind,
            membership_id,
            person_id,
            state: "done",
            takes_effect_at: at,
            created_by: admin.id,
            created_at: at,
            done_at: at,
          })),
        ),
      )
      .execute();
    return insertedPeople;
  });
  await app.platformDb.write(async (tx) => {
    for (let entry = 0; entry < pastDays * entriesPerDay; entry += 1) {
      const target = people[entry % people.length];
      if (target === undefined) continue;
      tx.recordPast(
        {
          organizationId: id,
          action: "user.role_changed",
          actor: { type: "user", id: admin.id, role: "org_admin" },
          target: { type: "user", id: target.id },
          changes: { role: entry % 2 === 0 ? ["viewer", "editor"] : ["editor", "viewer"] },
        },
        new Date(now - (pastDays - entry / entriesPerDay) * dayMs),
      );
    }
  });
}

const row = (page: Page, statement: string) =>
  page.getByRole("table", { name: "Inhalt" }).getByRole("row").filter({ hasText: statement });

test("R0-280 R0-97 a folder of 60 people and three years shows progress, is ready within 60 s and can be saved", async ({
  page,
  people,
  portal,
}) => {
  test.setTimeout(120_000);
  const organization = await people.createOrganization({ name: "Praxis am Musterplatz" });
  const admin = await people.createMember(organization, "org_admin", { lastName: "Muster-Leitung" });
  await seed(portal, organization, admin);
  await signIn(page, admin, "/organization/evidence");
  await expect(page.getByText("Es wurde noch keine Mappe erstellt.")).toBeVisible();
  await expect(row(page, "Wer hat welche Rechte").getByText("Ungeprüft")).toBeVisible();

  // Each source is shown with unbroken words and links to its screen.
  await expect(row(page, "Notfallcode").getByRole("link")).toHaveAttribute(
    "href",
    "/organization?tab=security",
  );
  const longest = page.getByText("Hintergrundaufgaben", { exact: true });
  expect((await longest.boundingBox())?.height).toBeLessThan(30);

  const begin = Date.now();
  await page.getByRole("button", { name: "Mappe erstellen" }).click();
  const progress = page.getByRole("progressbar", { name: /^Mappe vom .* wird erstellt$/ });
  await expect(progress).toHaveAttribute("aria-valuetext", /^\d+ von 14 Abschnitten|PDF und ZIP werden/);
  const savePdf = page.getByRole("button", {
    name: /^PDF der Mappe vom \d\d\.\d\d\.\d{4}, \d\d:\d\d herunterladen$/,
  });
  await expect(savePdf).toBeVisible({ timeout: 60_000 });
  expect(Date.now() - begin).toBeLessThan(60_000);
  await expect(progress).toHaveCount(0);
  await expect(row(page, "Wer hat welche Rechte")).toContainText("50 Konten in 3 Rollen");
  await expect(row(page, "Wer hat welche Rechte").getByText("Belegt")).toBeVisible();
  await expect(row(page, "Protokoll unverändert")).toContainText("Art. 30 DSGVO");
  await expect(row(page, "Zwei-Faktor-Anmeldung").getByText("Offener Punkt")).toBeVisible();
  await expect(row(page, "Regelmäßige Rechte-Überprüfung")).toContainText(
    "Die erste Überprüfung ist noch nicht fällig",
  );

  const [pdf] = await Promise.all([page.waitForEvent("download"), savePdf.click()]);
  expectStreamed(pdf);
  expect(pdf.suggestedFilename()).toMatch(/^nachweis-mappe-\d{4}-\d\d-\d\d\.pdf$/);
  const [zip] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^ZIP der Mappe vom .* herunterladen$/ }).click(),
  ]);
  const files = await unzip(await readFile(await zip.path()));
  const { files: listed } = JSON.parse(String(files.get("manifest.json"))) as {
    files: { name: string; sha256: string }[];
  };
  const hash = createHash("sha256")
    .update(await readFile(await pdf.path()))
    .digest("hex");
  expect(listed.find(({ name }) => name === "nachweis-mappe.pdf")?.sha256).toBe(hash);
  expect(String(files.get("05-austritte.csv")).trimEnd().split("\r\n")).toHaveLength(11);

  // An open point leads to the place where it is solved.
  await expect(row(page, "Notfallcode").getByRole("link", { name: "Notfallcode erstellen" })).toHaveAttribute(
    "href",
    "/organization?tab=security",
  );
  await row(page, "Zwei-Faktor-Anmeldung").getByRole("link", { name: "Ohne zweiten Faktor" }).click();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await expect(page).toHaveURL(/\/users\?secondFactor=missing$/);
});

test("see R0-278 a folder that is being created can be canceled, and only administrators see the page @soak", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin");
  // Another process creates it.
  await portal.app.identityDb.organization(organization.id).write((db) =>
    db
      .insertInto("evidence_folder")
      .values({
        organization_id: organization.id,
        id: crypto.randomUUID(),
        state: "running",
        years: 3,
        language: "de",
        requested_by: admin.id,
        requested_at: new Date(),
        run_id: crypto.randomUUID(),
        leased_until: new Date(Date.now() + 60_000),
      })
      .execute(),
  );
  await signIn(page, admin, "/organization/evidence");
  await expect(page.getByRole("button", { name: "Wird erstellt …" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expect(row(page, "Wer hat welche Rechte").getByText("Wird geprüft")).toBeVisible();
  await expect(row(page, "Offene Punkte mit").getByText("Wartet")).toBeVisible();
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await expect(page.getByText("Abgebrochen")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mappe erstellen" })).toBeEnabled();

  const viewer = await people.createMember(organization, "practice_admin");
  await signIn(page, viewer, "/organization/evidence");
  await expect(page.getByRole("heading", { name: "Nachweis-Mappe" })).toHaveCount(0);
});

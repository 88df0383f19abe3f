import { userSecurityFields } from "@praxisportal/contract/users/users.schema";
import { expect, heading, signIn, test } from "../support/test.ts";

const dayMs = 86_400_000;

test("see R0-264 a receptionist sees tasks, messages and the directory, and receives no security data of colleagues", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", {
    firstName: "Rita",
    lastName: "Muster-Empfang",
    validUntil: new Date(Date.now() + 5 * dayMs),
  });
  await people.createMember(organization, "viewer", { lastName: "Muster-Gelb" });
  const bodies: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/api/"))
      void response.text().then(
        (text) => bodies.push(text),
        () => undefined,
      );
  });
  await signIn(page, person);
  const tasks = page.getByRole("region", { name: "Meine Aufgaben" });
  await expect(tasks.getByRole("link", { name: "Zweiten Faktor einrichten" })).toBeVisible();
  await expect(tasks.getByRole("link", { name: /^Ihr Zugang endet am \d/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Benachrichtigungen" })).toContainText(
    "Keine neuen Benachrichtigungen",
  );
  // The number includes locked people, of whom a receptionist does not learn.
  const team = page.getByRole("region", { name: "Mitarbeitende gesamt" });
  await expect(team).toContainText("2 im Team");
  await expect(team).not.toContainText("aktiv");
  await page
    .getByRole("region", { name: "Schnellaktionen" })
    .getByRole("link", { name: "Mitarbeitende ansehen" })
    .click();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await expect(page.getByText("Muster-Gelb").first()).toBeVisible();
  const findAbout = () => bodies.filter((body) => body.includes("Muster-Gelb"));
  await expect.poll(() => findAbout().length).toBeGreaterThan(0);
  for (const body of findAbout())
    expect(userSecurityFields.filter((field) => body.includes(`"${field}"`))).toEqual([]);
});

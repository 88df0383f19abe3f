import { authorize, organizationWithMember } from "../support/applications.ts";
import {
  checkInvalidAddress,
  checkList,
  checkOneRendering,
  type ListUnderTest,
} from "../support/list-kit.ts";
import { signIn, test } from "../support/test.ts";

/** In the order of creation, which differs from every order of the list. */
const letters = ["D", "K", "A", "I", "B", "G", "C", "J", "E", "H", "F"];

test.describe("the tokens of an organization", () => {
  const list: ListUnderTest = {
    path: "/organization?tab=tokens",
    title: "Praxisprofil",
    label: "Zugriffsschlüssel",
    failure: {
      calls: /\/org-tokens\/organization\/[^/]+(?:\?|$)/,
      title: "Die Zugriffsschlüssel konnten nicht geladen werden",
    },
    total: 11,
    search: { label: "Zugriffsschlüssel durchsuchen", text: "Anwendung-A", rows: 1 },
    filter: { chip: "Art", option: "App auf dem Handy", param: "applicationType=mobile", rows: 2 },
    sort: { column: "Anwendung", field: "application", first: "Anwendung-A", last: "Anwendung-K" },
    column: "Gültig bis",
    exportedAs: "organization-tokens.csv",
  };

  test.beforeEach(async ({ page, people, portal }) => {
    const { organization, member, administrator } = await organizationWithMember(people);
    for (const [index, letter] of letters.entries()) {
      const applicationType = index < 2 ? "mobile" : "desktop";
      await authorize(portal, member, organization, `Anwendung-${letter}`, { applicationType });
    }
    await signIn(page, administrator);
  });

  test("R0-17 R2.3-14 the tokens pass the list kit tests and keep their state in the URL", async ({
    page,
  }) => {
    await checkList(page, list);
    await checkInvalidAddress(page, list);
  });

  test("R0-18 the tokens are rendered once: as a table from 1280 px, as cards below", async ({ page }) => {
    await checkOneRendering(page, list);
  });
});

// @vitest-environment jsdom
import type { Role } from "@praxisportal/contract/roles";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { sessionStore } from "../../../platform/session/session.store.ts";
import { person } from "../../../platform/session/testing/session-responses.ts";
import { resetTestPage, show } from "../../../testing/show.tsx";
import { PersonDialog } from "../person/person-dialog.tsx";

vi.mock("../use-report-change.ts", () => ({ useReportChange: () => async () => undefined }));

beforeAll(() => ensureMessages("common", "people", "rights", "roles"));
afterEach(resetTestPage);

function member(id: string, lastName: string, type: Role) {
  return person({
    id,
    personalInfo: { firstName: "Demo", lastName, email: null },
    role: { type, permissions: [] },
  });
}

const target = member("target", "Ziel", "viewer");
const editor = member("editor", "Schreibend", "editor");

const isSubmittable = () =>
  screen.getByRole("button", { name: "Rolle ändern" }).getAttribute("aria-disabled") !== "true";
const chosenRole = () => screen.getAllByRole<HTMLInputElement>("radio").find(({ checked }) => checked)?.value;
const choose = (id: string) =>
  fireEvent.change(screen.getByRole("combobox", { name: "Gleiche Rechte wie …" }), { target: { value: id } });

/** Opens the dialog for a colleague with `type`, and first takes over the rights of the editor. */
async function takeOverFromEditor(type: Role): Promise<void> {
  sessionStore.setState({ user: person() });
  const colleague = member("colleague", "Kollegin", type);
  const people = [target, editor, colleague];
  show(
    <PersonDialog kind="role" organizationId="praxis" person={target} onClose={() => undefined} />,
    [],
    Object.fromEntries([
      ["organizations/praxis/users", { data: people, total: people.length, page: 1, limit: 100 }],
      ...people.map((user) => [`users/${user.id}`, user]),
    ]),
  );
  await screen.findByRole("option", { name: "Schreibend, Demo" });
  choose("editor");
  await waitFor(() => expect(chosenRole()).toBe("editor"));
  expect(isSubmittable()).toBe(true);
}

it.each<[Role, string]>([
  ["org_admin", "Die Rolle von Demo Kollegin können Sie nicht vergeben."],
  [
    "finance",
    "Demo Kollegin hat die Rolle „Buchhaltung“. Sie gibt keine Rechte und wird nicht mehr vergeben.",
  ],
  [
    "support",
    "Demo Kollegin hat die Rolle „IT-Dienstleister (befristet)“. Sie gibt keine Rechte und wird nicht mehr vergeben.",
  ],
])(
  "see R0-259 a colleague whose role %s cannot be assigned takes back the earlier choice",
  async (type, text) => {
    await takeOverFromEditor(type);
    choose("colleague");
    expect(await screen.findByText(text)).toBeDefined();
    expect(chosenRole()).toBe("viewer");
    expect(isSubmittable()).toBe(false);
  },
);

it("see R0-259 nobody takes back the earlier choice", async () => {
  await takeOverFromEditor("org_admin");
  choose("");
  await waitFor(() => expect(chosenRole()).toBe("viewer"));
  expect(isSubmittable()).toBe(false);
});

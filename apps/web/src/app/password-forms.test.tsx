// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { ChangePasswordPage } from "../features/auth/change-password-page.tsx";
import { OrganizationChoice } from "../features/auth/organization-choice.tsx";
import { useOrganizationChoice } from "../features/auth/use-organization-choice.ts";
import { InvitationForm } from "../features/members/invitation-form.tsx";
import { CodeForm } from "../features/password-reset/code-form.tsx";
import { ResetLinkPage } from "../features/password-reset/reset-link-page.tsx";
import { PasswordDialog } from "../features/users/security/password-dialog.tsx";
import { json } from "../platform/api-client/testing/fetch-double.ts";
import { ensureMessages } from "../platform/i18n/store.ts";
import { person } from "../platform/session/testing/session-responses.ts";
import { resetTestPage, show } from "../testing/show.tsx";

vi.mock("@tanstack/react-router", async (load) => ({
  ...(await load<typeof import("@tanstack/react-router")>()),
  useNavigate: () => () => undefined,
  useParams: () => ({ token: "t" }),
}));

beforeAll(() =>
  ensureMessages(
    "auth",
    "common",
    "frame",
    "invitation",
    "password-reset",
    "people",
    "passwords",
    "person-security",
  ),
);
afterEach(resetTestPage);

const ignore = () => undefined;
const user = person();
const invitation = {
  answer: "password",
  email: "neu@example.org",
  firstName: "Mia",
  lastName: "Muster",
  username: null,
};
const practice = {
  field: null,
  name: null,
  checkInput: () => undefined,
  resolve: () => Promise.resolve(null),
};
const userName = "Benutzername oder E-Mail-Adresse";

/** The form for a one-time code with its selection of the organization, as on the page. */
function CodeFormWithChoice() {
  const { field, ...organization } = useOrganizationChoice();
  return (
    <CodeForm organization={{ ...organization, field: <OrganizationChoice {...field} /> }} onDone={ignore} />
  );
}

/** A form with a new password: its other fields, the labels of both passwords and of its button. */
type Form = readonly [
  part: ReactNode,
  others: Readonly<Record<string, string>>,
  password: string,
  confirmation: string,
  submit: string,
];

const forms: Readonly<Record<string, Form>> = {
  "the own password": [
    <ChangePasswordPage key="" />,
    { "Aktuelles Passwort": "Altes-Kennwort-1" },
    "Neues Passwort",
    "Neues Passwort wiederholen",
    "Passwort ändern",
  ],
  "an invitation": [
    <InvitationForm key="" token="t" view={invitation as never} onAccepted={ignore} onInvalid={ignore} />,
    {},
    "Passwort",
    "Passwort wiederholen",
    "Einladung annehmen",
  ],
  "a one-time code": [
    <CodeForm key="" organization={practice} onDone={ignore} />,
    { [userName]: "mia", Einmalcode: "12345678" },
    "Neues Passwort",
    "Neues Passwort wiederholen",
    "Passwort festlegen",
  ],
  "a mailed link": [
    <ResetLinkPage key="" onDone={ignore} />,
    {},
    "Neues Passwort",
    "Neues Passwort wiederholen",
    "Passwort festlegen",
  ],
  "another user": [
    <PasswordDialog key="" organizationId="p1" person={user} onClose={ignore} />,
    {},
    "Neues Passwort",
    "Neues Passwort wiederholen",
    "Passwort vergeben",
  ],
};

it.each(Object.entries(forms))(
  "see R5-35 the form of %s reports that the passwords differ, and sends no request",
  async (_name, [part, others, password, confirmation, submit]) => {
    const checkedLink = json({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    const sentCalls = show(part, [checkedLink], { [`/users/${user.id}`]: user });
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await screen.findByLabelText(confirmation);
    const countBefore = sentCalls().length;
    for (const [label, value] of Object.entries(others)) type(label, value);
    type(password, "Sonnen-Garten-83");
    for (const repetition of ["", "Sonnen-Garten-84"]) {
      type(confirmation, repetition);
      fireEvent.click(screen.getByRole("button", { name: submit }));
      await screen.findByText("Die Passwörter müssen übereinstimmen");
      expect(screen.getByLabelText(confirmation).getAttribute("aria-invalid")).toBe("true");
      expect(sentCalls()).toHaveLength(countBefore);
    }
  },
);

it.each(Object.entries(forms))(
  "see R5-35 the form of %s marks every empty field, focuses the first, and sends no request",
  async (_name, [part, others, password, confirmation, submit]) => {
    const checkedLink = json({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
    const sentCalls = show(part, [checkedLink], { [`/users/${user.id}`]: user });
    await screen.findByLabelText(confirmation);
    const countBefore = sentCalls().length;
    const labels = [...Object.keys(others), password, confirmation];
    const press = () => fireEvent.click(screen.getByRole("button", { name: submit }));
    const invalidLabels = () =>
      labels.filter((label) => screen.getByLabelText(label).getAttribute("aria-invalid") === "true");
    press();
    await expect.poll(invalidLabels).toEqual(labels);
    expect(screen.getAllByText("Dieses Feld ist erforderlich")).toHaveLength(labels.length);
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText(labels[0] ?? ""));
    // A password that breaks the rule does not hide that the repetition is missing.
    fireEvent.change(screen.getByLabelText(password), { target: { value: "kurz" } });
    press();
    await screen.findByText("Das Passwort muss mindestens 8 Zeichen lang sein");
    expect(invalidLabels()).toEqual(labels);
    expect(sentCalls()).toHaveLength(countBefore);
  },
);

it("the form for a one-time code marks a missing practice code together with the other empty fields", async () => {
  const sentCalls = show(<CodeFormWithChoice />, []);
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "other" } });
  fireEvent.click(screen.getByRole("button", { name: "Passwort festlegen" }));
  await screen.findAllByText("Dieses Feld ist erforderlich");
  const practiceCode = screen.getByLabelText("Praxiscode");
  expect(practiceCode.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => document.activeElement).toBe(practiceCode);
  expect(screen.getByLabelText(userName).getAttribute("aria-invalid")).toBe("true");
  expect(sentCalls()).toEqual([]);
});

// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { emptySession, sessionStore } from "../../../platform/session/session.store.ts";
import { resetTestPage, show } from "../../../testing/show.tsx";
import type { User } from "../people.api.ts";
import { Credentials } from "./credentials.tsx";

const organizationId = "01900000-0000-7000-8000-000000000002";
const user = {
  username: "jana_muster",
  mustChangePassword: true,
  personalInfo: { firstName: "Jana", lastName: "Muster" },
  role: { type: "viewer" },
} as unknown as User;

beforeAll(() => ensureMessages("common", "people", "roles"));
beforeEach(() => sessionStore.setState({ organization: { id: organizationId, name: "Praxis Muster" } }));
afterEach(() => {
  resetTestPage();
  sessionStore.setState(emptySession, true);
});

it("the copied details contain everything that the printed sheet says for the first sign-in", async () => {
  const writeText = vi.fn((_text: string) => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  show(
    <Credentials
      organizationId={organizationId}
      user={user}
      password="Muster-Wort-1"
      until="31.12.2026, 23:59"
    />,
    [],
    { [`/organizations/${organizationId}`]: { practiceCode: "praxis-muster" } },
  );
  await waitFor(() => expect(document.body.textContent).toContain("praxis-muster"));
  fireEvent.click(screen.getByRole("button", { name: "Angaben kopieren" }));
  await screen.findByRole("button", { name: "Kopiert" });
  expect(writeText.mock.calls).toEqual([
    [
      [
        `Adresse des Portals: ${location.origin}/login`,
        "Praxis: Praxis Muster",
        "Praxiscode: praxis-muster",
        "Benutzername: jana_muster",
        "Startpasswort: Muster-Wort-1",
        "Gilt bis: 31.12.2026, 23:59",
        "Rolle: Nur lesen",
      ].join("\n"),
    ],
  ]);
  const sheet = document.querySelector("[data-print-sheet]");
  for (const detail of ["praxis-muster", "/login", "Muster-Wort-1", "31.12.2026, 23:59"])
    expect(sheet?.textContent).toContain(detail);
});

// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { fetchDouble, problem } from "../../platform/api-client/testing/fetch-double.ts";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { rememberOrganization } from "../../platform/session/remembered-organizations.ts";
import { LoginForm } from "./login-form.tsx";
import type { LoginFailure } from "./login-message.tsx";

beforeAll(() => ensureMessages("common", "auth"));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

function Page() {
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  return (
    <I18nProvider>
      <LoginForm
        loadLockedHelp={() => Promise.reject(new Error("not needed"))}
        failure={failure}
        onFailure={setFailure}
        waiting={false}
        onSecondStep={async () => {}}
        onEmergencyCode={async () => {}}
      />
    </I18nProvider>
  );
}

async function failWith(name: string, code: string) {
  fetchDouble(() => problem(401, code, "Ungültige Anmeldedaten"));
  render(<Page />);
  fireEvent.change(screen.getByLabelText("Benutzername oder E-Mail-Adresse"), { target: { value: name } });
  fireEvent.change(screen.getByLabelText("Passwort"), { target: { value: "Falsch-1" } });
  fireEvent.click(screen.getByRole("button", { name: "Anmelden" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Ungültige Anmeldedaten"));
}

const suggestion = () => screen.queryByRole("button", { name: "Praxiscode eingeben" });

describe("a rejected sign-in without a practice code", () => {
  it("N65 suggests selecting the organization after any username, and opens the practice code field", async () => {
    await failWith("mfa", "INVALID_CREDENTIALS");
    expect(screen.getByRole("alert").textContent).toContain("Wählen Sie im Feld darunter Ihre Praxis aus.");
    const offer = suggestion();
    if (offer === null) throw new Error("the suggestion is missing");
    fireEvent.click(offer);
    expect(document.activeElement).toBe(screen.getByLabelText("Praxiscode"));
  });

  it("N65 makes no suggestion after an email address, which is unique", async () => {
    await failWith("erika@example.org", "INVALID_CREDENTIALS");
    expect(suggestion()).toBeNull();
  });

  it("N65 makes no suggestion after other errors", async () => {
    await failWith("mfa", "TOO_MANY_ATTEMPTS");
    expect(suggestion()).toBeNull();
  });

  it("N65 makes no suggestion if an organization was chosen", async () => {
    rememberOrganization({ organizationId: "018f0000-0000-7000-8000-000000000001", name: "Praxis Probe" });
    await failWith("mfa", "INVALID_CREDENTIALS");
    expect(suggestion()).toBeNull();
  });
});

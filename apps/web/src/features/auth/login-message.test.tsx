// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { sessionStore, type SignedOutReason } from "../../platform/session/session.store.ts";
import { LoginMessage } from "./login-message.tsx";

beforeAll(() => ensureMessages("common", "auth"));
afterEach(cleanup);

function shownAfter(reason: SignedOutReason | null): string {
  sessionStore.setState({ signedOutReason: reason, signedOutCause: null, signedOutDetail: null });
  const { container } = render(
    <I18nProvider>
      <LoginMessage failure={null} />
    </I18nProvider>,
  );
  return container.textContent;
}

describe("the message after the end of a session", () => {
  it.each(["expired", "inactive"] as const)(
    "see R8-52 is „Sitzung abgelaufen“ after an end that the user did not choose: %s",
    (reason) => {
      expect(shownAfter(reason)).toContain("Sitzung abgelaufen");
    },
  );

  it("says that a session was ended that the server no longer knows", () => {
    const text = shownAfter("invalid");
    expect(text).toContain("Sie wurden abgemeldet");
    expect(text).toContain("Ihre Sitzung wurde beendet");
    expect(text).not.toContain("Sitzung abgelaufen");
  });

  it.each(["logout", "locked", null] as const)("is empty after %s", (reason) => {
    expect(shownAfter(reason)).toBe("");
  });
});

describe("the message after a forced logout", () => {
  it.each([
    ["password_changed", "Ihr Passwort wurde geändert"],
    ["two_factor_changed", "Ihre Zwei-Faktor-Anmeldung oder ein Passkey wurde geändert"],
    ["two_factor_reset", "Ihre Zwei-Faktor-Anmeldung oder ein Passkey wurde geändert"],
    ["email_change_withdrawn", "Eine Änderung Ihrer E-Mail-Adresse wurde zurückgenommen"],
    ["membership_ended", "Ihr Zugang wurde blockiert oder beendet"],
    ["person_deleted", "Ihr Zugang wurde blockiert oder beendet"],
    ["ended_by_person", "Ihre Sitzung wurde von einem anderen Gerät aus beendet"],
    ["ended_by_administrator", "Ihre Sitzung wurde von jemand anderem beendet"],
    ["connections_reset", "Ihre Sitzung wurde von jemand anderem beendet"],
    ["day_code_ended", "Ihre Sitzung wurde von jemand anderem beendet"],
    ["workstation_removed", "Ihre Sitzung wurde von jemand anderem beendet"],
    ["account_joined", "Ihre Konten wurden zusammengeführt"],
    ["refresh_reused", "Ihre Sitzung wurde an anderer Stelle verwendet"],
    ["anything_else", "Ihre Sitzung wurde beendet"],
  ])("R0-53 names the cause %s", (cause, text) => {
    sessionStore.setState({ signedOutReason: "forced", signedOutCause: cause, signedOutDetail: null });
    render(
      <I18nProvider>
        <LoginMessage failure={null} />
      </I18nProvider>,
    );
    expect(document.body.textContent).toContain("Sie wurden abgemeldet");
    expect(document.body.textContent).toContain(text);
    expect(screen.queryByText("Sitzung abgelaufen")).toBeNull();
  });
});

// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { problem, resetTestPage, show } from "../../testing/show.tsx";
import { empty, fetchDouble, hangingResponse, json } from "../../platform/api-client/testing/fetch-double.ts";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { ConfirmStep } from "./confirm-step.tsx";
import { DisableDialog } from "./disable-dialog.tsx";
import { TwoFactorSetupPage } from "./two-factor-setup.tsx";

beforeAll(() => ensureMessages("common", "two-factor"));
afterEach(resetTestPage);

const codes = ["AAAA-1111", "BBBB-2222"];

describe("the first code", () => {
  const props = () => ({
    onBack: vi.fn<() => void>(),
    onEnabled: vi.fn<(codes: readonly string[]) => void>(),
    onExpired: vi.fn<() => void>(),
  });
  const field = () => screen.getByLabelText<HTMLInputElement>("Code aus der App");
  const type = (code: string) => fireEvent.change(field(), { target: { value: code } });
  const submit = () => fireEvent.click(screen.getByRole("button", { name: "Prüfen und einschalten" }));

  it("is sent when its last digit is typed, and a wrong code is selected so that typing replaces it", async () => {
    const callbacks = props();
    const sentCalls = show(<ConfirmStep {...callbacks} />, [
      problem("CODE_INVALID", 400),
      json({ backupCodes: codes }),
    ]);
    type("111111");
    expect(await screen.findByText("Text zu CODE_INVALID")).toBeTruthy();
    await waitFor(() => expect([field().selectionStart, field().selectionEnd]).toEqual([0, 6]));
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(callbacks.onExpired).not.toHaveBeenCalled();
    type("222222");
    await waitFor(() => expect(callbacks.onEnabled.mock.calls.map(([shown]) => shown)).toEqual([codes]));
    expect(sentCalls().map(({ body }) => body)).toEqual([{ totpCode: "111111" }, { totpCode: "222222" }]);
  });

  it("is not sent while a digit is missing", async () => {
    const sentCalls = show(<ConfirmStep {...props()} />, []);
    type("12345");
    submit();
    expect(await screen.findByText("Bitte geben Sie alle 6 Ziffern ein.")).toBeTruthy();
    expect(sentCalls()).toEqual([]);
  });

  it("is sent only once if the button is pressed repeatedly", async () => {
    show(<ConfirmStep {...props()} />, []);
    const calls = fetchDouble(hangingResponse);
    const button = screen.getByRole("button", { name: "Prüfen und einschalten" });
    type("123456");
    fireEvent.click(button);
    await waitFor(() => expect(calls).toHaveLength(1));
    fireEvent.click(button);
    fireEvent.submit(screen.getByRole("form"));
    expect(calls).toHaveLength(1);
  });

  it("starts over with a new secret when the old one has expired", async () => {
    const callbacks = props();
    show(<ConfirmStep {...callbacks} />, [problem("SETUP_EXPIRED", 409)]);
    type("123456");
    await waitFor(() => expect(callbacks.onExpired).toHaveBeenCalledOnce());
    expect(callbacks.onEnabled).not.toHaveBeenCalled();
  });

  it("can be sent again after a connection failure", async () => {
    const callbacks = props();
    show(<ConfirmStep {...callbacks} />, []);
    let isOnline = false;
    fetchDouble(() => {
      if (!isOnline) throw new TypeError("Failed to fetch");
      return json({ backupCodes: codes });
    });
    type("123456");
    expect((await screen.findByRole("alert")).textContent).toContain("Das hat nicht geklappt");
    isOnline = true;
    submit();
    await waitFor(() => expect(callbacks.onEnabled.mock.calls.map(([shown]) => shown)).toEqual([codes]));
  });
});

describe("the setup", () => {
  const start = () => fireEvent.click(screen.getByRole("button", { name: "Weiter" }));

  it("shows that the second factor is already enabled, with a way back to the profile", async () => {
    const onLeave = vi.fn<() => void>();
    show(<TwoFactorSetupPage forced={false} onLeave={onLeave} />, []);
    fetchDouble(() => problem("TWO_FACTOR_ALREADY_ENABLED", 409));
    start();
    expect(await screen.findByText("Die Zwei-Faktor-Anmeldung ist eingerichtet")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Zum Profil" }));
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it("stays at its first step when the secret cannot be loaded", async () => {
    show(<TwoFactorSetupPage forced={false} onLeave={vi.fn<() => void>()} />, []);
    fetchDouble(() => problem("INTERNAL_ERROR", 500));
    start();
    expect((await screen.findByRole("alert")).textContent).toContain("Das hat nicht geklappt");
    expect(screen.getByRole("button", { name: "Weiter" })).toBeTruthy();
  });
});

describe("disabling", () => {
  const open = (changes: readonly Response[]) => {
    const callbacks = { onClose: vi.fn<() => void>(), onDisabled: vi.fn<() => void>() };
    return { ...callbacks, sentCalls: show(<DisableDialog {...callbacks} />, changes) };
  };
  const enter = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const submit = () => fireEvent.click(screen.getByRole("button", { name: "Ausschalten" }));

  it("asks for a code only when the server requires one, and then sends the chosen kind", async () => {
    const { sentCalls, onClose, onDisabled } = open([
      problem("STEP_UP_REQUIRED", 403),
      problem("CODE_INVALID", 400),
      empty(),
    ]);
    expect(screen.queryByLabelText("Code aus der App")).toBeNull();
    enter("Passwort", "Geheim-1");
    submit();
    await screen.findByLabelText("Code aus der App");
    enter("Passwort", "Geheim-1");
    enter("Code aus der App", "111111");
    submit();
    expect(await screen.findByText("Text zu CODE_INVALID")).toBeTruthy();
    expect(onDisabled).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Sicherungscode verwenden" }));
    enter("Passwort", "Geheim-1");
    enter("Sicherungscode", " AAAA-1111 ");
    submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onDisabled).toHaveBeenCalledOnce();
    expect(sentCalls().map(({ body }) => body)).toEqual([
      { password: "Geheim-1" },
      { password: "Geheim-1", totpCode: "111111" },
      { password: "Geheim-1", backupCode: "AAAA-1111" },
    ]);
  });

  it("shows a wrong password at its field, and does not ask for a code", async () => {
    const { onDisabled } = open([problem("PASSWORD_INCORRECT", 401)]);
    enter("Passwort", "Falsch-1");
    submit();
    expect(await screen.findByText("Text zu PASSWORD_INCORRECT")).toBeTruthy();
    expect(screen.getByLabelText("Passwort").getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByLabelText("Code aus der App")).toBeNull();
    expect(onDisabled).not.toHaveBeenCalled();
  });

  it("requires the password before sending a request", async () => {
    const { sentCalls } = open([]);
    submit();
    await waitFor(() => expect(screen.getByLabelText("Passwort").getAttribute("aria-invalid")).toBe("true"));
    expect(sentCalls()).toEqual([]);
  });
});

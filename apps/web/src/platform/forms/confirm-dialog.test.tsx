// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { noResponseError } from "../api-client/api-error.ts";
import { I18nProvider } from "../i18n/i18n-provider.tsx";
import { ensureMessages } from "../i18n/store.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

beforeAll(() => ensureMessages("common"));
afterEach(cleanup);

function show(act: () => Promise<unknown>) {
  const onDone = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  render(
    <I18nProvider>
      <ConfirmDialog
        title="Anna Beispiel sperren?"
        effect="Anna Beispiel wird sofort abgemeldet."
        confirmLabel="Sperren"
        failureTitle="Nicht gesperrt"
        act={act}
        onDone={onDone}
        onClose={onClose}
      />
    </I18nProvider>,
  );
  return { onDone, onClose };
}

describe("ConfirmDialog", () => {
  it("R0-23 names the affected item and the effect, and acts only after a confirmation", async () => {
    const act = vi.fn(() => Promise.resolve());
    const { onDone, onClose } = show(act);
    const dialog = screen.getByRole("alertdialog", {
      name: "Anna Beispiel sperren?",
      description: "Anna Beispiel wird sofort abgemeldet.",
    });
    expect(dialog).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Abbrechen" }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(act).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Sperren" }));
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(act).toHaveBeenCalledOnce();
  });

  it("stays open and shows the reason if the change fails", async () => {
    const { onDone, onClose } = show(() => Promise.reject(noResponseError("TIMEOUT")));
    fireEvent.click(screen.getByRole("button", { name: "Sperren" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Nicht gesperrt");
    expect(alert.textContent).toContain("nicht erreichbar");
    expect([onDone, onClose].map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
  });
});

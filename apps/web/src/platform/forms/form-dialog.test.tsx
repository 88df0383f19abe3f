// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { I18nProvider } from "../i18n/i18n-provider.tsx";
import { ensureMessages } from "../i18n/store.ts";
import { FormDialog } from "./form-dialog.tsx";
import { AppForm } from "./app-form.tsx";
import { discardStore, hasUnsavedInput, setDiscardQuestion, useUnsavedInput } from "./unsaved-input.ts";
import { useAppForm } from "./use-app-form.ts";

beforeAll(() => ensureMessages("common"));
afterEach(cleanup);

function Input({ isUnsaved }: { isUnsaved: boolean }) {
  useUnsavedInput(isUnsaved);
  return <input aria-label="Name" />;
}

function show(isUnsaved: boolean) {
  const onClose = vi.fn<() => void>();
  render(
    <I18nProvider>
      <FormDialog title="Person" onClose={onClose}>
        <Input isUnsaved={isUnsaved} />
      </FormDialog>
    </I18nProvider>,
  );
  return onClose;
}

it("Escape closes a form without input, and asks before input is lost; a click outside does nothing", async () => {
  const user = userEvent.setup();
  const forget = setDiscardQuestion();
  const onClose = show(false);
  await user.click(screen.getByLabelText("Name"));
  await user.click(document.body);
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  cleanup();

  const onCloseFilled = show(true);
  await user.click(screen.getByLabelText("Name"));
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(discardStore.getState().answer).not.toBeNull());
  expect(onCloseFilled).not.toHaveBeenCalled();
  discardStore.getState().answer?.(true);
  await vi.waitFor(() => expect(onCloseFilled).toHaveBeenCalledOnce());
  forget();
});

function NameForm({ onSent }: { onSent: () => void }) {
  const form = useAppForm({ values: { name: "" }, send: () => Promise.resolve(null), onSuccess: onSent });
  const { value, onChange } = form.field("name");
  return (
    <AppForm form={form} failureTitle="Fehler">
      <input aria-label="Name" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </AppForm>
  );
}

it("sent input is not lost when the dialog closes; input after it is", async () => {
  const user = userEvent.setup();
  const onSent = vi.fn<() => void>();
  render(
    <I18nProvider>
      <FormDialog title="Person" submitLabel="Senden" onClose={() => undefined}>
        <NameForm onSent={onSent} />
      </FormDialog>
    </I18nProvider>,
  );
  await user.type(screen.getByLabelText("Name"), "Rita");
  expect(hasUnsavedInput()).toBe(true);
  await user.click(screen.getByRole("button", { name: "Senden" }));
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(screen.getByRole("button", { name: "Senden" }).ariaBusy).not.toBe("true"));
  expect(hasUnsavedInput()).toBe(false);
  await user.type(screen.getByLabelText("Name"), "!");
  expect(hasUnsavedInput()).toBe(true);
});

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { I18nProvider } from "../i18n/i18n-provider.tsx";
import { ensureMessages } from "../i18n/store.ts";
import { AppForm } from "./app-form.tsx";
import { TextField } from "./fields.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { useAppForm } from "./use-app-form.ts";
import { discardStore, registerDiscardDialog, useUnsavedInput } from "./unsaved-input.ts";

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

it("see R0-24 Escape closes an empty form and asks before input is lost, and a click outside does nothing", async () => {
  const user = userEvent.setup();
  const forget = registerDiscardDialog();
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

function SentForm({ result }: { result: "saved" | null }) {
  const form = useAppForm({
    values: { name: "" },
    schema: async () => z.object({ name: z.string() }),
    body: (values: { name: string }) => values,
    send: async () => result,
  });
  return (
    <AppForm form={form} failureTitle="Fehler">
      <TextField {...form.field("name")} label="Name" />
    </AppForm>
  );
}

/** Sends a form with input in a dialog. `result` is the result of sending. */
async function sendForm(result: "saved" | null) {
  const user = userEvent.setup();
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nProvider>
        <FormDialog title="Person" onClose={onClose}>
          <SentForm result={result} />
        </FormDialog>
      </I18nProvider>
    </QueryClientProvider>,
  );
  await user.type(screen.getByLabelText("Name"), "Muster");
  await user.click(screen.getByRole("button", { name: "Speichern" }));
  const cancel = await screen.findByRole("button", { name: "Abbrechen" });
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Speichern" })).not.toBeNull());
  return { user, onClose, cancel };
}

/** Waits for the question whether to discard the input, and chooses to stay. */
async function stay() {
  await vi.waitFor(() => expect(discardStore.getState().answer).not.toBeNull());
  discardStore.getState().answer?.(false);
}

it("see R0-24 a sent form closes without asking until its input changes again", async () => {
  const forget = registerDiscardDialog();
  const { user, onClose, cancel } = await sendForm("saved");
  await user.click(cancel);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  await user.type(screen.getByLabelText("Name"), "frau");
  await user.click(cancel);
  await stay();
  expect(onClose).toHaveBeenCalledOnce();
  forget();
});

it("see R0-24 a form with further steps still asks before its input is discarded", async () => {
  const forget = registerDiscardDialog();
  const { user, onClose, cancel } = await sendForm(null);
  await user.click(cancel);
  await stay();
  expect(onClose).not.toHaveBeenCalled();
  forget();
});

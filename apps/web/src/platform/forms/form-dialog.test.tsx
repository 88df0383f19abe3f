// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { I18nProvider } from "../i18n/i18n-provider.tsx";
import { ensureMessages } from "../i18n/store.ts";
import { FormDialog } from "./form-dialog.tsx";
import { discardStore, setDiscardQuestion, useUnsavedInput } from "./unsaved-input.ts";

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

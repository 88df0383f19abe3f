// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { discardStore, registerDiscardDialog, useUnsavedInput } from "../../platform/forms/unsaved-input.ts";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { selectOrganization } from "../../platform/session/select-organization.ts";
import { logout } from "../../platform/session/sign-out.ts";
import { resetTestPage, show } from "../../testing/show.tsx";
import { useChooseOrganization } from "./navigation/use-choose-organization.ts";
import { useSignOut } from "./user/use-sign-out.ts";

vi.mock("../../platform/session/select-organization.ts", { spy: true });
vi.mock("../../platform/session/sign-out.ts", { spy: true });

let forget: () => void;
beforeAll(() => ensureMessages("common", "organizations", "shell"));
beforeEach(() => {
  forget = registerDiscardDialog();
  vi.mocked(selectOrganization).mockReset().mockResolvedValue();
  vi.mocked(logout).mockReset().mockResolvedValue({ confirmed: true });
});
afterEach(() => {
  forget();
  resetTestPage();
});

function Page({ isUnsaved }: { isUnsaved: boolean }) {
  const choose = useChooseOrganization();
  const signOut = useSignOut();
  useUnsavedInput(isUnsaved);
  return (
    <>
      <button type="button" onClick={() => void choose({ id: "p2", name: "Praxis Nord" })}>
        Wechseln
      </button>
      <button type="button" onClick={signOut}>
        Abmelden
      </button>
    </>
  );
}

it.each([
  ["Wechseln", selectOrganization],
  ["Abmelden", logout],
] as const)("see R0-24 asks before unsaved input is lost: %s", async (name, leave) => {
  show(<Page isUnsaved />, []);
  const press = async () => {
    fireEvent.click(screen.getByRole("button", { name }));
    await vi.waitFor(() => expect(discardStore.getState().answer).not.toBeNull());
  };
  await press();
  await act(async () => discardStore.getState().answer?.(false));
  expect(leave).not.toHaveBeenCalled();
  await press();
  await act(async () => discardStore.getState().answer?.(true));
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
});

it.each([
  ["Wechseln", selectOrganization],
  ["Abmelden", logout],
] as const)("does not ask without unsaved input: %s", async (name, leave) => {
  show(<Page isUnsaved={false} />, []);
  fireEvent.click(screen.getByRole("button", { name }));
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
  expect(discardStore.getState().answer).toBeNull();
});

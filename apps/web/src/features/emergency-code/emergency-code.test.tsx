// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { problem, resetTestPage, show } from "../../testing/show.tsx";
import { empty, fetchDouble, json } from "../../platform/api-client/testing/fetch-double.ts";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { CreateCodeDialog } from "./create-code-dialog.tsx";
import { WithdrawCodeDialog } from "./withdraw-code-dialog.tsx";

beforeAll(() => ensureMessages("common", "emergency-code"));
afterEach(resetTestPage);

const created = {
  code: "KFRT-8W2M-PQ7X",
  practiceCode: "musterplatz",
  emergencyCode: {
    state: "open",
    label: "KFRT",
    createdAt: "2026-11-20T08:00:00.000Z",
    createdBy: "Ina Musterfrau",
    usedAt: null,
    usedBy: null,
  },
};

const dialog = () => ({
  organizationId: "01900000-0000-7000-8000-000000000002",
  isOpen: false,
  onChanged: vi.fn<() => void>(),
  onClose: vi.fn<() => void>(),
});

/** Renders within a router, because the dialog blocks navigation until the user confirms that they saved the code. */
function showRouted(part: ReactNode, changes: readonly Response[]) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory(),
  });
  return show(<RouterProvider router={router as never} />, changes);
}

describe("creating an emergency code", () => {
  const create = async () =>
    fireEvent.click(await screen.findByRole("button", { name: "Notfallcode erstellen" }));

  it("shows the code, and closes without a question only after the user confirms that they saved it", async () => {
    const props = dialog();
    const sentCalls = showRouted(<CreateCodeDialog {...props} />, [json(created, 201)]);
    await create();
    expect((await screen.findAllByText(created.code)).length).toBeGreaterThan(0);
    expect(props.onChanged).toHaveBeenCalledOnce();
    expect(sentCalls()).toHaveLength(1);

    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    expect(await screen.findByText("Ohne den Code schließen?")).toBeTruthy();
    expect(props.onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Zurück zum Code" }));
    fireEvent.click(await screen.findByRole("checkbox"));
    fireEvent.click(screen.getByRole("button", { name: "Fertig" }));
    expect(props.onClose).toHaveBeenCalledOnce();
  });

  it("creates only one code if the button is pressed repeatedly", async () => {
    showRouted(<CreateCodeDialog {...dialog()} />, []);
    let respond: (response: Response) => void = () => undefined;
    const calls = fetchDouble(() => new Promise((resolve) => (respond = resolve)));
    const button = await screen.findByRole("button", { name: "Notfallcode erstellen" });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(calls).toHaveLength(1));
    fireEvent.click(button);
    respond(json(created, 201));
    expect((await screen.findAllByText(created.code)).length).toBeGreaterThan(0);
    expect(calls).toHaveLength(1);
  });

  it.each([
    ["is refused", () => problem("FORBIDDEN", 403)],
    ["does not reach the server", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("shows an error and no code when the call %s", async (_what, respond) => {
    const props = dialog();
    showRouted(<CreateCodeDialog {...props} />, []);
    fetchDouble(respond);
    await create();
    expect((await screen.findByRole("alert")).textContent).toContain("Der Notfallcode wurde nicht erstellt");
    expect(props.onChanged).not.toHaveBeenCalled();
    expect(props.onClose).not.toHaveBeenCalled();
    expect(screen.queryByText(created.code)).toBeNull();
  });
});

describe("withdrawing an emergency code", () => {
  const withdraw = () => fireEvent.click(screen.getByRole("button", { name: "Widerrufen" }));

  it("refetches the state and closes", async () => {
    const props = dialog();
    const sentCalls = show(<WithdrawCodeDialog {...props} />, [empty()]);
    withdraw();
    await waitFor(() => expect(props.onClose).toHaveBeenCalledOnce());
    expect(props.onChanged).toHaveBeenCalledOnce();
    expect(sentCalls().map(({ method }) => method)).toEqual(["DELETE"]);
  });

  it("stays open and shows the reason if the call is rejected", async () => {
    const props = dialog();
    show(<WithdrawCodeDialog {...props} />, [problem("CONFLICT", 409)]);
    withdraw();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Der Notfallcode wurde nicht widerrufen");
    expect(alert.textContent).toContain("Text zu CONFLICT");
    expect(props.onChanged).not.toHaveBeenCalled();
    expect(props.onClose).not.toHaveBeenCalled();
  });
});

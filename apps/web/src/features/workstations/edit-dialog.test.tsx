// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { json } from "../../platform/api-client/testing/fetch-double.ts";
import { notificationMessages, problem, resetTestPage, show } from "../../testing/show.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import type { Workstation } from "./workstations.api.ts";

afterEach(resetTestPage);

const workstation: Workstation = {
  id: "01900000-0000-7000-8000-000000000001",
  label: "Empfang rechts",
  shared: true,
  autoLockMinutes: 5,
  releasedBy: null,
  releasedAt: null,
  browser: "Chrome 140",
  system: "Windows",
  people: 2,
  lastUser: null,
  sites: [],
  openSessions: 0,
  firstSeenAt: "2026-11-01T08:00:00.000Z",
  lastSeenAt: "2026-11-20T08:00:00.000Z",
  current: false,
  version: 3,
};

it("see R6-01 shows at the name field that another shared workstation has this name", async () => {
  await ensureMessages("common", "workstations");
  const onClose = vi.fn<() => void>();
  const issue = { path: "label", code: "unique", params: {}, message: "Text zu unique" };
  const sentCalls = show(
    <EditDialog
      organizationId="01900000-0000-7000-8000-000000000002"
      workstation={workstation}
      onClose={onClose}
      onChanged={vi.fn<() => void>()}
    />,
    [problem("ALREADY_EXISTS", 409, { errors: [issue] })],
  );
  fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: "Empfang links" } });
  fireEvent.click(screen.getByRole("button", { name: "Speichern" }));
  const name = await screen.findByRole("textbox", {
    description: /^Ein anderer gemeinsamer Arbeitsplatz heißt schon so/,
  });
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(sentCalls()[0]?.body).toEqual({ label: "Empfang links", shared: true, autoLockMinutes: 5 });
  expect(onClose).not.toHaveBeenCalled();
});

const unnamed: Workstation = {
  ...workstation,
  label: null,
  shared: false,
  autoLockMinutes: null,
  lastUser: { id: "01900000-0000-7000-8000-000000000003", name: "Rita Muster" },
};

it("a saved name and a released workstation are confirmed", async () => {
  await ensureMessages("common", "workstations");
  for (const [isRelease, title, button, message] of [
    [false, "Arbeitsplatz bearbeiten", "Speichern", "Arbeitsplatz „Labor“ gespeichert"],
    [true, "Arbeitsplatz freigeben", "Freigeben", "Arbeitsplatz „Labor“ freigegeben"],
  ] as const) {
    const onClose = vi.fn<() => void>();
    const sentCalls = show(
      <EditDialog
        organizationId="01900000-0000-7000-8000-000000000002"
        workstation={unnamed}
        isRelease={isRelease}
        onClose={onClose}
        onChanged={vi.fn<() => void>()}
      />,
      [json({})],
    );
    const dialog = screen.getByRole("dialog", { name: title });
    expect(dialog.textContent).toContain("Chrome 140 unter Windows ·");
    expect(dialog.textContent).toContain("Rita Muster");
    fireEvent.change(screen.getByRole("textbox", { name: "Name" }), { target: { value: "Labor" } });
    fireEvent.click(screen.getByRole("button", { name: button }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(notificationMessages()).toEqual([message]);
    const autoLockMinutes = isRelease ? 5 : null;
    expect(sentCalls()[0]?.body).toEqual({ label: "Labor", shared: isRelease, autoLockMinutes });
    resetTestPage();
  }
});

it("the removal of a workstation without a name says who used it last, and is confirmed", async () => {
  await ensureMessages("common", "workstations");
  const onClose = vi.fn<() => void>();
  show(
    <RemoveDialog
      organizationId="01900000-0000-7000-8000-000000000002"
      workstation={unnamed}
      onClose={onClose}
      onChanged={vi.fn<() => void>()}
    />,
    [json({})],
  );
  const name = "„Chrome 140 unter Windows (Rita Muster)“";
  expect(screen.getByRole("alertdialog", { name: `${name} entfernen?` })).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Entfernen" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(notificationMessages()).toEqual([`Arbeitsplatz ${name} entfernt`]);
});

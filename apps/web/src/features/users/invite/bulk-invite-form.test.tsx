// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../../testing/show.tsx";
import { BulkInviteForm } from "./bulk-invite-form.tsx";

beforeAll(() => ensureMessages("common", "people", "roles", "rights", "bulk-invite"));
afterEach(resetTestPage);

it("reports the valid addresses again when the rule for addresses arrives after them", async () => {
  const onCount = vi.fn<(count: number) => void>();
  show(<BulkInviteForm freeSeats={5} onCount={onCount} onReady={() => undefined} />, []);
  const addresses = "a.muster@example.org\nkeine Adresse\nb.muster@example.org";
  fireEvent.change(screen.getByRole("textbox", { name: /^E-Mail/ }), {
    target: { value: addresses },
  });
  expect(onCount).toHaveBeenLastCalledWith(3);
  await waitFor(() => expect(screen.getByText("2 gültige Adressen, 1 ungültig")).toBeDefined());
  // The page shows the new count before it reports it.
  await waitFor(() => expect(onCount).toHaveBeenLastCalledWith(2));
});

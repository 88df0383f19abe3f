// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { ensureMessages, setLanguage } from "../../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../../testing/show.tsx";
import type { BulkKind } from "./bulk.api.ts";
import { BulkConfirmDialog } from "./bulk-confirm-dialog.tsx";

beforeAll(() => ensureMessages("common", "users-bulk"));
afterEach(async () => {
  resetTestPage();
  await setLanguage("de");
});

const people = new Map([["1", "Lia Muster-Probe"]]);
const textOf = (kind: BulkKind) => {
  show(<BulkConfirmDialog kind={kind} people={people} onClose={() => {}} onConfirm={() => {}} />, []);
  return screen.getByRole("alertdialog").textContent;
};

it.each([
  ["de", "Das kann nicht rückgängig gemacht werden."],
  ["en", "This cannot be undone."],
  ["fr", "Cette action est irréversible."],
  ["it", "L’operazione non può essere annullata."],
] as const)(
  "R2.4-25 the deletion of several people warns that it is final (%s)",
  async (language, warning) => {
    await setLanguage(language);
    expect(textOf("delete")).toContain(warning);
    for (const kind of ["activate", "deactivate"] as const) {
      resetTestPage();
      expect(textOf(kind)).not.toContain(warning);
    }
  },
);

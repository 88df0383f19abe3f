import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");
const sources = globSync("{app,features}/**/*.{ts,tsx}", { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file: file.replaceAll("\\", "/"), text: readFileSync(join(root, file), "utf8") }));
const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();

/** Forms with codes, passwords, or the choice or reason of a confirmation. */
const formsWithoutQuestion = [
  "features/ai/switches/switch-dialog.tsx",
  "features/auth/emergency-unlock.tsx",
  "features/cloud-sync/key-dialog.tsx",
  "features/invoices/confirm-vat-id-dialog.tsx",
  "features/invoices/detail/credit-dialog.tsx",
  "features/invoices/detail/legal-hold-dialog.tsx",
  "features/invoices/overview/start-run-dialog.tsx",
  "features/legacy/sign-in-card.tsx",
  "features/org-tokens/issue/check-dialog.tsx",
  "features/org-tokens/revoke/revoke-dialog.tsx",
  "features/org-tokens/revoke/revoke-organization-dialog.tsx",
  "features/organizations/administration/delete-organization-dialog.tsx",
  "features/organizations/administration/state-confirm-dialog.tsx",
  "features/organizations/erasure/give-notice-dialog.tsx",
  "features/passkeys/add-dialog.tsx",
  "features/payments/entries/assign-dialog.tsx",
  "features/two-factor/disable-dialog.tsx",
  "features/users/security/block-dialog.tsx",
  "features/users/security/password-dialog.tsx",
  "features/webhooks/edit/rotate-dialog.tsx",
  "features/webhooks/log/replay-dialog.tsx",
  "features/workstation/pin-dialog.tsx",
];

/** Forms that do not use `useAppForm` and report themselves whether they have unsaved input. */
const formsWithOwnCheck = [
  "features/setup/setup-wizard.tsx",
  "features/users/permissions/permissions-page.tsx",
  "features/users/person/rights-tab.tsx",
];

it("see R0-24 only forms of codes, passwords and confirmations discard their input without a question", () => {
  expect(filesWith(/\bkeepsInput\b/)).toEqual(formsWithoutQuestion);
  expect(filesWith(/\buseUnsavedInput\(/)).toEqual(formsWithOwnCheck);
});

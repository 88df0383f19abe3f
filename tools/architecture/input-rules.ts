import type { Rule } from "./tree.ts";

const web = "apps/web/src/";

/** Forms with codes, passwords, or the choice or reason of a confirmation. They discard input without a question. */
const formsWithoutQuestion: ReadonlySet<string> = new Set([
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
]);

/** Forms and pages that do not use `useAppForm` and report themselves whether something would be lost. */
const formsWithOwnCheck: ReadonlySet<string> = new Set([
  "features/assistant/assistant-workspace.tsx",
  "features/setup/setup-wizard.tsx",
  "features/users/permissions/permissions-page.tsx",
  "features/users/person/rights-tab.tsx",
]);

/** A gray area as wide as its container, from 40 px high. */
const slab = /<Skeleton (?:key=\{\w+\} )?className="h-(?:[1-9]\d|\[\d+px\])(?: w-full)?[^"]*" \/>/;
/** Pages and tabs whose placeholders have the shape of their content. */
const shapedPages =
  /^(?:features\/(?:evidence|invoices|payments|cloud-sync|reviews|departments|sites|users\/(?:person|staff|security|board|permissions)|organizations\/plans|webhooks\/log|ai\/models)|app\/pages\/(?:admin|billing|organization|tenants))\//;

/** Returns a rule that exactly the listed modules of pages and features match the pattern. */
function onlyIn(name: string, pattern: RegExp, listed: ReadonlySet<string>): Rule {
  return {
    name,
    check: ({ modules }) =>
      modules
        .filter(({ path, isTest }) => /^apps\/web\/src\/(?:app|features)\//.test(path) && !isTest)
        .filter(({ path, text }) => pattern.test(text) !== listed.has(path.slice(web.length)))
        .map(({ path, text }) => ({
          path,
          message: pattern.test(text)
            ? "discards or checks input in its own way; list it here if it has a reason"
            : "is listed, but no longer matches",
        })),
  };
}

/** Rules about forms with unsaved input, and about placeholders of pages. */
export const inputRules: readonly Rule[] = [
  onlyIn("only listed forms discard their input without a question", /\bkeepsInput\b/, formsWithoutQuestion),
  onlyIn("only listed forms check their input themselves", /\buseUnsavedInput\(/, formsWithOwnCheck),
  {
    name: "placeholders have the shape of their content",
    check: ({ modules }) =>
      modules
        .filter(
          ({ path }) => path.startsWith(web) && path.endsWith(".tsx") && !/dialog|drawer|test/.test(path),
        )
        .filter(({ path, text }) => shapedPages.test(path.slice(web.length)) && slab.test(text))
        .map(({ path }) => ({ path, message: "loads with a gray slab; use the shapes of the content" })),
  },
  {
    name: "tabs are downloaded behind cards",
    check: ({ modules }) =>
      modules
        .filter(({ path, isTest }) => path.startsWith(web) && !isTest)
        .filter(({ text }) => /<Tabs\b/.test(text) && /\blazyPart\(/.test(text))
        .map(({ path }) => ({
          path,
          message: "downloads a tab behind lines on the bare page; use lazyCard",
        })),
  },
];

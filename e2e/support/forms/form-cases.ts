import type { Page } from "@playwright/test";
import { openAddPerson } from "../add-person.ts";
import { testAi } from "../ai.ts";
import { pressButton } from "../press-button.ts";
import { openConfirmStep } from "../screens/two-factor-screens.ts";
import type { FormCase } from "./form-case.ts";

const press = (name: string | RegExp) => (page: Page) => pressButton(page, name);
const choose = (menu: string, entry: string) => async (page: Page) => {
  await pressButton(page, menu);
  await page.getByRole("menuitem", { name: entry }).click();
};
const unchanged = async () => undefined;

/** Every form, whether `useAppForm` handles it or not, by its source file below `apps/web/src`. */
export const formCases: Readonly<Record<string, FormCase>> = {
  "features/ai/models/model-dialog.tsx": { screen: "AI provider", open: press("Modell hinzufügen") },
  "features/ai/models/price-dialog.tsx": {
    screen: "AI provider",
    open: choose(`Aktionen für ${testAi.chat}`, "Preis in EUR festlegen"),
  },
  "features/ai/organization/approval-dialog.tsx": {
    screen: "AI of the practice",
    open: press(new RegExp(`^Freig.* : ${RegExp.escape(testAi.name)}$`)),
    mistakes: { "Verpflichtung nach § 203 StGB vom": "2099-01-01", Fassung: "2026" },
  },
  "features/ai/organization/policy-dialog.tsx": {
    screen: "AI of the practice",
    open: press("Vorgaben ändern"),
  },
  "features/ai/providers/use-provider-form.ts": { screen: "AI provider", open: press("Adresse ändern") },
  "features/auth/login-form.tsx": {
    onPage: "",
    screen: "login",
    refusal: "Serverfehler. Bitte versuchen Sie es später erneut",
  },
  "features/auth/second-step.tsx": {
    onPage: "",
    screen: "login, second step",
    values: { "Code aus der App": "482916" },
  },
  "features/auth/change-password-page.tsx": { onPage: "", screen: "change password" },
  "features/billing/payment/mandate-dialog.tsx": {
    screen: "billing, direct debit",
    values: { IBAN: "DE89370400440532013000" },
  },
  "features/billing/profile/profile-dialog.tsx": {
    screen: "billing, details with mistakes",
    mistakes: { "USt-IdNr.": "12" },
    values: { "USt-IdNr.": "DE123456788" },
    open: press("Angaben ändern"),
  },
  "features/cloud-sync/schedule-dialog.tsx": {
    screen: "organization, schedule of the backup",
    acceptsAnything: true,
  },
  "features/departments/name-dialog.tsx": { screen: "departments, empty", open: press("Abteilung anlegen") },
  "features/invoices/confirm-vat-id-dialog.tsx": {
    screen: "tenant, costs",
    open: press("Prüfung festhalten …"),
  },
  "features/invoices/detail/credit-dialog.tsx": { screen: "invoice, crediting it" },
  "features/invoices/detail/legal-hold-dialog.tsx": { screen: "invoice, legal hold" },
  "features/invoices/operator/add-rate-dialog.tsx": { screen: "operator's master data, adding a rate" },
  "features/invoices/operator/operator-form.tsx": { onPage: "", screen: "operator's master data" },
  "features/invoices/overview/start-run-dialog.tsx": {
    screen: "invoicing, starting a run",
    acceptsAnything: true,
  },
  "features/legacy/sign-in-card.tsx": { onPage: "", screen: "classic mode, sign-in" },
  "features/members/invitation-form.tsx": { onPage: "", screen: "invitation" },
  "features/org-tokens/issue/issue-form.tsx": {
    screen: "organization, tokens",
    open: press("Schlüssel ausstellen"),
  },
  "features/org-tokens/issue/check-dialog.tsx": {
    screen: "organization, checking a token",
    open: press("Schlüssel prüfen"),
  },
  "features/org-tokens/revoke/revoke-dialog.tsx": {
    screen: "client tokens, revoking one",
    acceptsAnything: true,
  },
  "features/org-tokens/revoke/revoke-organization-dialog.tsx": {
    screen: "client tokens, revoking an organization",
    open: choose("Aktionen für Kasse am Empfang von Erika Muster", "Alle Schlüssel der Praxis widerrufen"),
  },
  "features/organizations/administration/create-dialog.tsx": { screen: "organizations, creating one" },
  "features/organizations/administration/delete-organization-dialog.tsx": {
    screen: "organization, deleting",
    open: press("Praxis löschen …"),
  },
  "features/organizations/administration/state-confirm-dialog.tsx": {
    screen: "organizations, suspending one",
    open: choose("Aktionen für Hausarztpraxis Beispiel", "Aussetzen"),
  },
  "features/organizations/erasure/give-notice-dialog.tsx": { screen: "organization, giving notice" },
  "features/organizations/fields/fields-form.tsx": {
    onPage: "",
    screen: "organization, editing in place",
    open: press("Bearbeiten"),
  },
  "features/organizations/plans/plan-dialog.tsx": {
    screen: "tenant, changing the plan",
    acceptsAnything: true,
  },
  "features/organizations/tenants/limit-dialog.tsx": { screen: "tenant, changing a limit" },
  "features/passkeys/rename-dialog.tsx": { screen: "profile, renaming a passkey" },
  "features/password-reset/code-form.tsx": {
    onPage: "",
    screen: "password reset, one-time code",
    open: unchanged,
  },
  "features/password-reset/mail-form.tsx": { onPage: "", screen: "password reset" },
  "features/password-reset/reset-link-page.tsx": { onPage: "", screen: "password reset, open link" },
  "features/payments/add-payment-dialog.tsx": { screen: "invoice, entering a payment" },
  "features/payments/entries/assign-dialog.tsx": {
    screen: "payments, assigning one",
    startsIncomplete: true,
  },
  "features/reviews/member-panel.tsx": {
    onPage: "",
    screen: "reviews, open",
    open: async (page) => {
      await pressButton(page, /Björn Demo-Kessler/);
      await page.getByRole("radio", { name: /^Behalten/ }).check();
    },
  },
  "features/settings/person-card.tsx": {
    screen: "profile",
    onPage: "Meine Angaben",
    worksOffline: true,
  },
  "features/sites/site-dialog.tsx": { screen: "departments, empty", open: press("Betriebsstätte anlegen") },
  "features/two-factor/confirm-step.tsx": {
    onPage: "",
    screen: "second factor, wrong code",
    open: openConfirmStep,
    values: { "Code aus der App": "482916" },
  },
  "features/two-factor/disable-dialog.tsx": { screen: "profile, second factor on" },
  "features/two-factor/step-up-dialog.tsx": {
    screen: "second factor, proof of identity",
    open: press("Weiter"),
  },
  "features/users/board/template-dialog.tsx": {
    screen: "staff board, template",
    mistakes: { "Eigene Punkte": "Schlüssel übergeben ".repeat(7) },
  },
  "features/users/create/account-form.tsx": { screen: "staff", open: openAddPerson },
  "features/users/edit/edit-form.tsx": { screen: "person, editing" },
  "features/users/edit/role-form.tsx": {
    screen: "person",
    open: choose("Weitere Aktionen", "Rolle ändern"),
    acceptsAnything: true,
  },
  "features/users/email/email-card.tsx": { screen: "profile", onPage: "E-Mail-Adresse" },
  "features/users/invite/bulk-invite-form.tsx": {
    screen: "staff",
    open: (page) => openAddPerson(page, "Mehrere einladen"),
    values: { "E-Mail-Adressen": "neu.muster@example.org" },
    // Says nothing about the person, so that the rest can be resumed.
    refusal: "Der Vorgang wurde unterbrochen",
    resume: "Rest fortsetzen",
  },
  "features/users/invite/invite-form.tsx": {
    screen: "staff",
    open: async (page) => {
      await openAddPerson(page);
      await page.getByRole("dialog").getByText("Per E-Mail einladen").click();
    },
  },
  "features/users/security/block-dialog.tsx": { screen: "person, blocking", acceptsAnything: true },
  "features/users/security/password-dialog.tsx": { screen: "person, setting a password" },
  "features/users/staff/employment-dialog.tsx": {
    screen: "person, editing the employment",
    mistakes: { Kürzel: "V!" },
    values: { Kürzel: "VMV" },
  },
  "features/users/staff/offboarding-dialog.tsx": { screen: "person, planning an offboarding" },
  "features/users/transfer/transfer-dialog.tsx": { screen: "person, transfer", acceptsAnything: true },
  "features/webhooks/edit/editor-dialog.tsx": {
    screen: "webhooks, add",
    values: { Adresse: "https://example.org/haken" },
  },
  "features/webhooks/edit/rotate-dialog.tsx": { screen: "webhook, replace secret", acceptsAnything: true },
  "features/webhooks/log/replay-dialog.tsx": { screen: "webhook, send again", acceptsAnything: true },
  "features/workstation/password-unlock.tsx": {
    onPage: "",
    screen: "lock screen",
    open: unchanged,
  },
  "features/workstations/edit-dialog.tsx": { screen: "workstations, edit" },
};

/** Forms that are not checked like the others, with the reason and the tests that they have. */
export const otherForms: Readonly<Record<string, string>> = {
  "features/ai/switches/switch-dialog.tsx": "its fields depend on the switch: e2e/ai/ai-switches.spec.ts",
  "features/assistant/templates/template-form.tsx": "e2e/ai/ai-templates.spec.ts",
  "features/auth/emergency-unlock.tsx": "e2e/journeys/j4-locked.spec.ts",
  "features/cloud-sync/key-dialog.tsx":
    "requires the end of the key that it has just shown: e2e/cloud-sync/cloud-sync.spec.ts",
  "features/passkeys/add-dialog.tsx": "needs an authenticator: e2e/auth/passkeys.spec.ts",
  "features/setup/setup-wizard.tsx": "several steps, of which only the last is sent: e2e/auth/setup.spec.ts",
  "features/usage/quota/quota-dialog.tsx": "shows the effect before it can be sent: e2e/ai/usage.spec.ts",
  "features/users/staff/onboarding-form.tsx":
    "several steps, of which only the last is sent: e2e/journeys/j1-joining.spec.ts",
  "platform/list/saved-views.tsx":
    "saves in the user's preferences at once: e2e/settings/preferences.spec.ts",
  "ui/form/date-range-form.tsx":
    "filters a list or chooses a period, sends nothing: e2e/audit/audit.spec.ts, e2e/ai/usage.spec.ts",
  "features/workstation/pin-dialog.tsx":
    "its digits are entered one by one: e2e/journeys/j6-shared-workstation.spec.ts",
};

import type { TemplateKey } from "@praxisportal/contract/staff/staff.rules";
import type { PersonRef } from "../person-ref.ts";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { lazyDialog } from "../../../platform/loading/lazy-part.tsx";
import { resendPerson } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import type { PersonConfirmAction } from "./person-confirm-dialog.tsx";
import { useReportChange } from "../use-report-change.ts";
import { isSecurityStep, type SecurityStep } from "../security/security-step.ts";
export type PersonAction = "edit" | "role" | "resend" | "leave" | PersonConfirmAction | SecurityStep;

// Loaded on demand, because most visits change nothing.
const AddPersonDialog = lazyDialog(
  async () => (await import("../create/add-person-dialog.tsx")).AddPersonDialog,
  "people",
  "passwords",
  "bulk-invite",
  "users-bulk",
  "staff",
  "rights",
);
const PersonDialog = lazyDialog(
  async () => (await import("./person-dialog.tsx")).PersonDialog,
  "people",
  "rights",
);
const PersonConfirmDialog = lazyDialog(
  async () => (await import("./person-confirm-dialog.tsx")).PersonConfirmDialog,
  "people",
);
const SecurityDialog = lazyDialog(
  async () => (await import("../security/security-dialog.tsx")).SecurityDialog,
  "people",
  "passwords",
  "person-security",
);

const OffboardingDialog = lazyDialog(
  async () => (await import("../staff/offboarding-dialog.tsx")).OffboardingDialog,
  "people",
  "staff",
);
export const OnboardingDialog = lazyDialog(
  async () => (await import("../staff/onboarding-dialog.tsx")).OnboardingDialog,
  "people",
  "staff",
  "rights",
);

export interface PersonActions {
  /** Starts an action on a person. Destructive actions ask for confirmation. */
  readonly start: (action: PersonAction, person: PersonRef) => void;
  /** True while an invitation is being sent again. The next one has to wait. */
  readonly isResending: boolean;
  /** The dialogs, which must be rendered once per page. */
  readonly dialogs: ReactNode;
}

/** Actions on the members of an organization, for all lists. */
export function usePersonActions(organizationId: string): PersonActions {
  const [open, setOpen] = useKeptState<{ action: Exclude<PersonAction, "resend">; person: PersonRef } | null>(
    "person-action",
    null,
  );
  const t = useTranslations("people");
  const report = useReportChange(organizationId);
  const resend = useAppMutation({
    mutate: (person: PersonRef) => resendPerson(organizationId, person.id),
    // Does not wait for the lists to reload, because a resend to the next person would be ignored until then.
    onSuccess: (_sent, person) => void report(t("success.resent", { name: nameOf(person) }), person.id),
    toastTitle: t("error.resend"),
  });

  function start(action: PersonAction, person: PersonRef): void {
    if (action === "resend") void resend.run(person);
    else setOpen({ action, person });
  }

  const shared = { organizationId, onClose: () => setOpen(null) };
  const dialogs =
    open === null ? null : open.action === "edit" || open.action === "role" ? (
      <PersonDialog kind={open.action} person={open.person} {...shared} />
    ) : open.action === "leave" ? (
      <OffboardingDialog person={{ id: open.person.id, name: nameOf(open.person) }} {...shared} />
    ) : isSecurityStep(open.action) ? (
      <SecurityDialog action={open.action} person={open.person} {...shared} />
    ) : (
      <PersonConfirmDialog action={open.action} person={open.person} {...shared} />
    );
  return { start, isResending: resend.busy, dialogs };
}

/** The dialog to add people. */
export function AddPerson(props: {
  organizationId: string;
  open: boolean;
  onClose: () => void;
  onStartOnboarding: () => void;
  mode?: "account" | "invite" | "several";
}) {
  // Reset the form each time it opens.
  return <AddPersonDialog key={String(props.open)} {...props} />;
}

/** The onboarding dialog. */
export function StartOnboarding(props: {
  organizationId: string;
  open: boolean;
  template?: TemplateKey | null;
  onClose: () => void;
}) {
  // Reset the form each time it opens.
  return <OnboardingDialog key={String(props.open)} {...props} />;
}

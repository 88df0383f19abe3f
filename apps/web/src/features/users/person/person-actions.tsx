import type { Notify, PersonRef } from "../person-ref.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { lazyDialog } from "../../../platform/loading/lazy-part.tsx";
import { resendPerson } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import type { PersonConfirmAction } from "./person-confirm-dialog.tsx";
import { isSecurityStep, type SecurityStep } from "../security/security-step.ts";
export type PersonAction = "edit" | "role" | "resend" | "leave" | PersonConfirmAction | SecurityStep;

// Lazy: most visits change nothing.
export const AddPersonDialog = lazyDialog(
  async () => (await import("../create/add-person-dialog.tsx")).AddPersonDialog,
  "people",
  "passwords",
  "bulk-invite",
  "users-bulk",
);
const PersonDialog = lazyDialog(async () => (await import("./person-dialog.tsx")).PersonDialog, "people");
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
);

export interface PersonActions {
  /** Starts an action on a person; destructive ones ask for confirmation. */
  readonly start: (action: PersonAction, person: PersonRef) => void;
  /** The dialogs; render them once per page. */
  readonly dialogs: ReactNode;
}

/** Actions on the members of an organization, for all lists. */
export function usePersonActions(organizationId: string, notify: Notify): PersonActions {
  const [open, setOpen] = useState<{ action: Exclude<PersonAction, "resend">; person: PersonRef } | null>(
    null,
  );
  const client = useQueryClient();
  const t = useTranslations("people");
  const refresh = () => client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) });
  const done: Notify = (message, userId, undo) => {
    void refresh();
    notify(message, userId, undo && (() => undo().finally(() => void refresh())));
  };
  const close = () => setOpen(null);

  async function resend(person: PersonRef): Promise<void> {
    try {
      await resendPerson(organizationId, person.id);
      done(t("success.resent", { name: nameOf(person) }), person.id);
    } catch (error) {
      notify(error instanceof Error && error.message !== "" ? error.message : t("error.update"));
    }
  }

  function start(action: PersonAction, person: PersonRef): void {
    if (action === "resend") void resend(person);
    else setOpen({ action, person });
  }

  const shared = { organizationId, onClose: close, notify: done };
  const dialogs =
    open === null ? null : open.action === "edit" || open.action === "role" ? (
      <PersonDialog kind={open.action} person={open.person} {...shared} />
    ) : open.action === "leave" ? (
      <OffboardingDialog person={open.person} {...shared} />
    ) : isSecurityStep(open.action) ? (
      <SecurityDialog action={open.action} person={open.person} {...shared} />
    ) : (
      <PersonConfirmDialog action={open.action} person={open.person} {...shared} />
    );
  return { start, dialogs };
}

/** The dialog to add people. */
export function AddPerson(props: {
  organizationId: string;
  open: boolean;
  onClose: () => void;
  notify: Notify;
  mode?: "account" | "invite";
}) {
  const client = useQueryClient();
  return (
    <AddPersonDialog
      {...props}
      // Reset the form each time it opens.
      key={String(props.open)}
      notify={(message, userId) => {
        void client.invalidateQueries({ queryKey: organizationKeys.one(props.organizationId) });
        props.notify(message, userId);
      }}
    />
  );
}

/** The onboarding dialog. */
export function StartOnboarding(props: { organizationId: string; open: boolean; onClose: () => void }) {
  // Reset the form each time it opens.
  return <OnboardingDialog key={String(props.open)} {...props} />;
}

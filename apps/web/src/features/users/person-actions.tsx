import type { Notify, PersonRef } from "./person-ref.ts";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { resendPerson } from "./people.api.ts";
import { nameOf } from "./person-name.ts";
import type { PersonConfirmAction } from "./person-confirm-dialog.tsx";
import { isSecurityStep, type SecurityStep } from "./security/security-step.ts";
export type PersonAction = "edit" | "role" | "resend" | "leave" | PersonConfirmAction | SecurityStep;

// Lazy: most visits change nothing.
const AddPersonDialog = lazy(async () => {
  const [{ AddPersonDialog: Dialog }] = await Promise.all([
    import("./add-person-dialog.tsx"),
    ensureMessages("people", "passwords", "bulk-invite", "users-bulk"),
  ]);
  return { default: Dialog };
});
const PersonDialog = lazy(async () => {
  const [{ PersonDialog: Dialog }] = await Promise.all([
    import("./person-dialog.tsx"),
    ensureMessages("people"),
  ]);
  return { default: Dialog };
});
const PersonConfirmDialog = lazy(async () => {
  const [{ PersonConfirmDialog: Dialog }] = await Promise.all([
    import("./person-confirm-dialog.tsx"),
    ensureMessages("people"),
  ]);
  return { default: Dialog };
});
const SecurityDialog = lazy(async () => {
  const [{ SecurityDialog: Dialog }] = await Promise.all([
    import("./security/security-dialog.tsx"),
    ensureMessages("people", "passwords", "person-security"),
  ]);
  return { default: Dialog };
});

const OffboardingDialog = lazy(async () => {
  const [{ OffboardingDialog: Dialog }] = await Promise.all([
    import("./staff/offboarding-dialog.tsx"),
    ensureMessages("people", "staff"),
  ]);
  return { default: Dialog };
});

export interface PersonActions {
  /** Starts an action on a person; destructive ones ask for confirmation. */
  readonly start: (action: PersonAction, person: PersonRef) => void;
  /** The dialogs; render them once per page. */
  readonly dialogs: ReactNode;
}

/** Actions on the members of a practice, for all lists. */
export function usePersonActions(organizationId: string, notify: Notify): PersonActions {
  const [open, setOpen] = useState<{ action: Exclude<PersonAction, "resend">; person: PersonRef } | null>(
    null,
  );
  const client = useQueryClient();
  const t = useTranslations("people");
  const done: Notify = (message, userId) => {
    void client.invalidateQueries({ queryKey: ["organizations", organizationId] });
    notify(message, userId);
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
  const dialogs = open && (
    <Suspense fallback={null}>
      {open.action === "edit" || open.action === "role" ? (
        <PersonDialog kind={open.action} person={open.person} {...shared} />
      ) : open.action === "leave" ? (
        <OffboardingDialog person={open.person} {...shared} />
      ) : isSecurityStep(open.action) ? (
        <SecurityDialog action={open.action} person={open.person} {...shared} />
      ) : (
        <PersonConfirmDialog action={open.action} person={open.person} {...shared} />
      )}
    </Suspense>
  );
  return { start, dialogs };
}

/** The dialog to add people, loaded when first opened. */
export function AddPerson(props: {
  organizationId: string;
  open: boolean;
  onClose: () => void;
  notify: Notify;
  mode?: "account" | "invite";
}) {
  const client = useQueryClient();
  const [hasOpened, setHasOpened] = useState(false);
  if (props.open && !hasOpened) setHasOpened(true);
  if (!hasOpened) return null;
  return (
    <Suspense fallback={null}>
      <AddPersonDialog
        {...props}
        // Reset the form each time it opens.
        key={String(props.open)}
        notify={(message, userId) => {
          void client.invalidateQueries({ queryKey: ["organizations", props.organizationId] });
          props.notify(message, userId);
        }}
      />
    </Suspense>
  );
}

const OnboardingDialog = lazy(async () => {
  const [{ OnboardingDialog: Dialog }] = await Promise.all([
    import("./staff/onboarding-dialog.tsx"),
    ensureMessages("people", "staff"),
  ]);
  return { default: Dialog };
});

/** The onboarding dialog, loaded when first opened. */
export function StartOnboarding(props: { organizationId: string; open: boolean; onClose: () => void }) {
  const [hasOpened, setHasOpened] = useState(false);
  if (props.open && !hasOpened) setHasOpened(true);
  if (!hasOpened) return null;
  return (
    <Suspense fallback={null}>
      {/* Reset the form each time it opens. */}
      <OnboardingDialog key={String(props.open)} {...props} />
    </Suspense>
  );
}

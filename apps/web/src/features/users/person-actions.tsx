import type { Tell, Named } from "./person-ref.ts";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { resendPerson } from "./people.api.ts";
import { nameOf } from "./person-name.ts";
import type { Question } from "./person-question.tsx";
import { isSecurityStep, type SecurityStep } from "./security/security-step.ts";
export type PersonAction = "edit" | "role" | "resend" | "leave" | Question | SecurityStep;

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
const PersonQuestion = lazy(async () => {
  const [{ PersonQuestion: Dialog }] = await Promise.all([
    import("./person-question.tsx"),
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

const LeavingDialog = lazy(async () => {
  const [{ LeavingDialog: Dialog }] = await Promise.all([
    import("./staff/leaving-dialog.tsx"),
    ensureMessages("people", "staff"),
  ]);
  return { default: Dialog };
});

export interface PersonActions {
  /** Starts an action on a person; destructive ones ask for confirmation. */
  readonly start: (action: PersonAction, person: Named) => void;
  /** The dialogs; render them once per page. */
  readonly dialogs: ReactNode;
}

/** Actions on the members of a practice, for all lists. */
export function usePersonActions(organizationId: string, tell: Tell): PersonActions {
  const [open, setOpen] = useState<{ action: Exclude<PersonAction, "resend">; person: Named } | null>(null);
  const client = useQueryClient();
  const t = useTranslations("people");
  const done: Tell = (message, userId) => {
    void client.invalidateQueries({ queryKey: ["organizations", organizationId] });
    tell(message, userId);
  };
  const close = () => setOpen(null);

  async function resend(person: Named): Promise<void> {
    try {
      await resendPerson(organizationId, person.id);
      done(t("told.resent", { name: nameOf(person) }), person.id);
    } catch (error) {
      tell(error instanceof Error && error.message !== "" ? error.message : t("error.update"));
    }
  }

  function start(action: PersonAction, person: Named): void {
    if (action === "resend") void resend(person);
    else setOpen({ action, person });
  }

  const shared = { organizationId, onClose: close, tell: done };
  const dialogs = open && (
    <Suspense fallback={null}>
      {open.action === "edit" || open.action === "role" ? (
        <PersonDialog kind={open.action} person={open.person} {...shared} />
      ) : open.action === "leave" ? (
        <LeavingDialog person={open.person} {...shared} />
      ) : isSecurityStep(open.action) ? (
        <SecurityDialog action={open.action} person={open.person} {...shared} />
      ) : (
        <PersonQuestion question={open.action} person={open.person} {...shared} />
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
  tell: Tell;
  way?: "account" | "invite";
}) {
  const client = useQueryClient();
  const [used, setUsed] = useState(false);
  if (props.open && !used) setUsed(true);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <AddPersonDialog
        {...props}
        // Reset the form each time it opens.
        key={String(props.open)}
        tell={(message, userId) => {
          void client.invalidateQueries({ queryKey: ["organizations", props.organizationId] });
          props.tell(message, userId);
        }}
      />
    </Suspense>
  );
}

const JoiningDialog = lazy(async () => {
  const [{ JoiningDialog: Dialog }] = await Promise.all([
    import("./staff/joining-dialog.tsx"),
    ensureMessages("people", "staff"),
  ]);
  return { default: Dialog };
});

/** The onboarding dialog, loaded when first opened. */
export function StartJoining(props: { organizationId: string; open: boolean; onClose: () => void }) {
  const [used, setUsed] = useState(false);
  if (props.open && !used) setUsed(true);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      {/* Reset the form each time it opens. */}
      <JoiningDialog key={String(props.open)} {...props} />
    </Suspense>
  );
}

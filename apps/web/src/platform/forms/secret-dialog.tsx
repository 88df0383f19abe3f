import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { sessionStore } from "../session/session.store.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

export interface SecretDialogProps {
  title: string;
  description: string;
  /** Label of the checkbox with which the user confirms that they saved the secrets. */
  savedLabel: string;
  doneLabel: string;
  /** The reason why the dialog cannot be closed yet. */
  saveFirst: string;
  /** Texts of the question before leaving without this confirmation. */
  leave: { readonly title: string; readonly text: string; readonly go: string; readonly stay: string };
  onClose: () => void;
  /** The secrets. */
  children: ReactNode;
}

/** Shows secrets once. If the user leaves without confirming that they saved them, asks first. */
export function SecretDialog(props: SecretDialogProps) {
  const { title, description, leave, onClose } = props;
  const [isSaved, setIsSaved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  // An ended session must redirect to the login page without a confirmation.
  const shouldBlock = () => !isSaved && sessionStore.getState().status === "signedIn";
  const blocker = useBlocker({
    shouldBlockFn: shouldBlock,
    enableBeforeUnload: shouldBlock,
    withResolver: true,
  });
  const isLeaving = blocker.status === "blocked";

  if (isAsking || isLeaving) {
    const stay = () => {
      setAsking(false);
      blocker.reset?.();
    };
    return (
      <ConfirmDialog
        title={leave.title}
        effect={leave.text}
        confirmLabel={leave.go}
        cancelLabel={leave.stay}
        variant="danger"
        act={() => {
          if (isLeaving) blocker.proceed();
          onClose();
        }}
        onClose={stay}
      />
    );
  }
  return (
    <Dialog
      open
      size="form"
      onOpenChange={(next) => {
        if (next) return;
        if (isSaved) onClose();
        else setAsking(true);
      }}
      title={title}
      description={description}
      actions={
        <Button
          variant="primary"
          disabled={!isSaved}
          {...(isSaved ? {} : { disabledReason: props.saveFirst })}
          onClick={onClose}
        >
          {props.doneLabel}
        </Button>
      }
    >
      <div className="grid gap-4">
        {props.children}
        <Checkbox label={props.savedLabel} checked={isSaved} onChange={setIsSaved} />
      </div>
    </Dialog>
  );
}

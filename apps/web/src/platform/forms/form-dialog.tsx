import { type ReactNode, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { Dialog, type DialogProps, type DialogSize } from "../../ui/overlay/dialog.tsx";
import { FormHostContext, mayDiscard } from "./unsaved-input.ts";
import { WriteButton } from "./write-block.tsx";

export interface FormDialogProps extends Pick<
  DialogProps,
  "title" | "description" | "initialFocus" | "status" | "dismissible"
> {
  size?: DialogSize;
  submitLabel?: ReactNode;
  busyLabel?: string | undefined;
  submitVariant?: "primary" | "danger";
  submitDisabled?: boolean;
  /** False if there is no form to send, for example while its data is loading. */
  canSubmit?: boolean;
  submitDisabledReason?: string;
  /** Replaces the cancel button and returns to the previous step. */
  back?: { label: string; onClick: () => void } | undefined;
  onClose: () => void;
  /** Contains one `AppForm`, which the buttons of the dialog submit and cancel. */
  children: ReactNode;
}

/**
 * Returns the first field of a form, or its selected option if it is a choice. Returns null if the dialog itself should
 * receive the focus.
 */
function firstFieldOf(formId: string): HTMLElement | null {
  const form = document.getElementById(formId);
  const field = form?.querySelector<HTMLInputElement>(
    ":is(input, select, textarea):not(:disabled, [type=hidden], [tabindex='-1'])",
  );
  if (field?.type !== "radio") return field ?? null;
  return form?.querySelector<HTMLElement>(`[name="${CSS.escape(field.name)}"]:checked`) ?? field;
}

/** The dialog of a form. Escape closes it, but a click outside does not. Asks before unsaved input is discarded. */
export function FormDialog(props: FormDialogProps) {
  const { size = "form", submitLabel, busyLabel, onClose, dismissible = "escape", children, ...rest } = props;
  const {
    submitVariant = "primary",
    submitDisabled = false,
    canSubmit = true,
    submitDisabledReason,
    back,
    ...dialog
  } = rest;
  const common = useTranslations("common");
  const id = useId();
  const [busy, setBusy] = useState(false);
  const host = { id, onBusy: setBusy };
  const close = async () => {
    if (await mayDiscard(id)) onClose();
  };
  return (
    <Dialog
      // On a touch screen, focusing a field would open the on-screen keyboard.
      initialFocus={(openedBy) => (openedBy === "touch" ? true : firstFieldOf(id))}
      {...dialog}
      open
      size={size}
      dismissible={dismissible}
      onOpenChange={(open) => !open && void close()}
      closeLabel={common("close")}
      actions={
        <>
          <Button onClick={back?.onClick ?? (() => void close())}>{back?.label ?? common("cancel")}</Button>
          {canSubmit && (
            <WriteButton
              variant={submitVariant}
              type="submit"
              form={id}
              busy={busy}
              disabled={submitDisabled}
              {...(submitDisabledReason !== undefined && { disabledReason: submitDisabledReason })}
              busyLabel={busyLabel ?? common("saving")}
            >
              {submitLabel ?? common("save")}
            </WriteButton>
          )}
        </>
      }
    >
      <FormHostContext value={host}>{children}</FormHostContext>
    </Dialog>
  );
}

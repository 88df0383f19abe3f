import { type ReactNode, type RefObject, useId } from "react";
import { useTranslations } from "use-intl";
import type { FormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";

interface RecordDialogProps {
  title: string;
  description?: string;
  form: FormSubmit;
  isStale: boolean;
  onClose: () => void;
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Frame of every provider form: failures, the conflict notice, save and cancel. */
export function RecordDialog(props: RecordDialogProps) {
  const { title, description, isStale, onClose, initialFocus, children } = props;
  const { form, failure, busy, submit } = props.form;
  const t = useTranslations("ai-words");
  const common = useTranslations("common");
  const formId = useId();
  return (
    <Dialog
      open
      size="form"
      onOpenChange={(next) => !next && onClose()}
      title={title}
      {...(description !== undefined && { description })}
      {...(initialFocus && { initialFocus })}
      closeLabel={common("close")}
      dismissible={false}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={common("saving")}>
            {common("save")}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="grid gap-4 pt-2">
        {failure !== null && (
          <ErrorBox persistent title={t("saveFailed")}>
            {failure}
          </ErrorBox>
        )}
        {isStale && (
          <ErrorBox variant="warning" persistent title={t("stale.title")}>
            {t("stale.text")}
          </ErrorBox>
        )}
        {children}
      </form>
    </Dialog>
  );
}

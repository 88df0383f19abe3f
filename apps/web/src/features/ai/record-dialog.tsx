import type { ReactNode, RefObject } from "react";
import { useTranslations } from "use-intl";
import { AppForm, type SubmittableForm } from "../../platform/forms/app-form.tsx";
import { FormDialog } from "../../platform/forms/form-dialog.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";

interface RecordDialogProps {
  title: string;
  description?: string | undefined;
  form: SubmittableForm & { readonly isConflict: boolean };
  onClose: () => void;
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Frame of every provider form: failures, the conflict notice, save and cancel. */
export function RecordDialog({ form, children, ...dialog }: RecordDialogProps) {
  const t = useTranslations("ai-labels");
  return (
    <FormDialog {...dialog}>
      <AppForm form={form} failureTitle={t("saveFailed")} className="pt-2">
        {form.isConflict && (
          <ErrorBox variant="warning" persistent title={t("stale.title")}>
            {t("stale.text")}
          </ErrorBox>
        )}
        {children}
      </AppForm>
    </FormDialog>
  );
}

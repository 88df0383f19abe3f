import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useFocusFirstError } from "../../ui/use-focus-first-error.ts";
import { revokePracticeTokens, tokenStatisticsQuery } from "./tokens.api.ts";

interface RevokeOrganizationDialogProps {
  practice: { id: string; name: string };
  onClose: () => void;
  onRevoked: () => void;
  notify: (message: string) => void;
}

/** Confirms revoking all access to a practice; requires a reason and the practice's name. */
export function RevokeOrganizationDialog({
  practice,
  onClose,
  onRevoked,
  notify,
}: RevokeOrganizationDialogProps) {
  const t = useTranslations("client-tokens");
  const common = useTranslations("common");
  const formId = useId();
  const { data } = useQuery(tokenStatisticsQuery(practice.id));
  const [reason, setReason] = useState("");
  const [name, setName] = useState("");
  const [errors, setErrors] = useState<{ reason?: string; name?: string }>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstError(form, errors);

  async function revoke(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const wrong = {
      ...(reason.trim() === "" ? { reason: t("practice.reasonMissing") } : {}),
      ...(name.trim() === practice.name.trim() ? {} : { name: t("practice.nameWrong") }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    setFailure(null);
    try {
      const count = await revokePracticeTokens(practice.id, reason.trim());
      onRevoked();
      notify(t("revoke.success", { count }));
      onClose();
    } catch (error) {
      // The user cancelled the step-up; not an error.
      if (!isApiError(error, "STEP_UP_REQUIRED")) setFailure(isApiError(error) ? error.message : "");
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      size="form"
      onOpenChange={(next) => !next && onClose()}
      title={t("practice.title", { practice: practice.name })}
      description={t("practice.text")}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="danger" type="submit" form={formId} busy={busy} busyLabel={t("revoke.busy")}>
            {t("practice.submit")}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate className="grid gap-4" onSubmit={(event) => void revoke(event)}>
        {failure !== null && (
          <ErrorBox persistent title={t("error.revokePractice")}>
            {failure}
          </ErrorBox>
        )}
        {data !== undefined && (
          <p className="font-strong text-text">{t("practice.affected", { count: data.activeTokens })}</p>
        )}
        <Field label={t("revoke.reason")} hint={t("revoke.reasonHint")} error={errors.reason}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field
          label={t("practice.name")}
          hint={t("practice.nameHint", { practice: practice.name })}
          error={errors.name}
        >
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

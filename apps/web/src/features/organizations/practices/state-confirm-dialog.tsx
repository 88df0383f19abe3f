import type { ListedOrganization } from "@praxisportal/contract/organizations/organizations.schema";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormSubmit } from "../../../platform/validation/use-form-submit.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import {
  reactivateOrganization,
  restorePractice,
  suspendOrganization,
  updatePractice,
} from "../organization-changes.api.ts";
import type { OrganizationStep } from "./organization-steps.ts";

export type ConfirmablePracticeStep = Exclude<OrganizationStep, "open" | "remove">;

interface StateConfirmDialogProps {
  step: ConfirmablePracticeStep;
  practice: ListedOrganization;
  onClose: () => void;
  onChanged: () => void;
  notify: (message: string) => void;
}

async function take(
  step: ConfirmablePracticeStep,
  practice: ListedOrganization,
  reason: string,
): Promise<void> {
  if (step === "suspend") await suspendOrganization(practice.id, reason);
  else if (step === "reactivate") await reactivateOrganization(practice.id);
  else if (step === "restore") await restorePractice(practice.id);
  else await updatePractice(practice, { status: step === "archive" ? "archived" : "active" });
}

/** Confirms a status change and explains its effect. Suspending requires a reason. */
export function StateConfirmDialog({ step, practice, onClose, onChanged, notify }: StateConfirmDialogProps) {
  const t = useTranslations("practice-steps");
  const common = useTranslations("common");
  const formId = useId();
  const [reason, setReason] = useState("");
  const { name } = practice;
  const { form, errors, failure, busy, submit } = useFormSubmit({
    async validate() {
      if (step !== "suspend") return {};
      const [{ validate }, { suspendTenantSchema }] = await Promise.all([
        import("../../../platform/validation/validate.ts"),
        import("@praxisportal/contract/tenants/tenants.schema"),
      ]);
      return validate(suspendTenantSchema, { reason });
    },
    async onSubmit() {
      try {
        await take(step, practice, reason);
      } catch (error) {
        // The user cancelled the step-up; not an error.
        if (isApiError(error, "STEP_UP_REQUIRED")) return;
        onChanged();
        throw error;
      }
      onChanged();
      notify(t(`question.${step}.success`, { name }));
      onClose();
    },
    mapError: ({ code }) => (code === "PRECONDITION_FAILED" || code === "CONFLICT" ? t("stale") : undefined),
  });
  const isDestructive = step === "suspend" || step === "archive";
  return (
    <Dialog
      open
      role="alertdialog"
      size={step === "suspend" ? "form" : "question"}
      onOpenChange={(next) => !next && onClose()}
      title={t(`question.${step}.title`, { name })}
      description={t(`question.${step}.text`)}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            variant={isDestructive ? "danger" : "primary"}
            type="submit"
            form={formId}
            busy={busy}
            busyLabel={t("question.busy")}
          >
            {t(`question.${step}.submit`)}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="grid gap-4">
        {failure !== null && (
          <ErrorBox persistent title={t("failed")}>
            {failure}
          </ErrorBox>
        )}
        {step === "suspend" && (
          <Field label={t("question.reason")} hint={t("question.reasonHint")} error={errors["reason"]}>
            {(control) => (
              <TextArea
                {...control}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}

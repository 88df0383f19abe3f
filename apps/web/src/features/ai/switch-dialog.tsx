import type { AiStop } from "@praxisportal/contract/ai/providers.schema";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { type SwitchTarget, setAiSwitch } from "./ai-switch.api.ts";

interface SwitchDialogProps {
  target: SwitchTarget;
  stopped: AiStop | null;
  onClose: () => void;
  notify: (message: string) => void;
}

/** Confirms stopping (with a reason) or resuming AI use. */
export function SwitchDialog({ target, stopped, onClose, notify }: SwitchDialogProps) {
  const t = useTranslations("ai-switches");
  const common = useTranslations("common");
  const client = useQueryClient();
  const formId = useId();
  const first = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  // Fixed when the dialog opens: a concurrent change must not reverse the question.
  const [stops] = useState(stopped === null);
  const { scope } = target;
  // The title already names the person.
  const stopLabel = scope === "person" ? "practice.stop" : (`${scope}.stop` as const);
  const name = "name" in target ? target.name : "";
  const { form, errors, failure, busy, submit } = useFormSubmit({
    async validate() {
      if (!stops) return {};
      const [{ validate }, { aiSwitchSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/ai/policy.schema"),
      ]);
      return validate(aiSwitchSchema, { stopped: true, reason });
    },
    async onSubmit() {
      try {
        await setAiSwitch(target, stops ? { stopped: true, reason } : { stopped: false });
      } catch (error) {
        // The user cancelled the step-up; not an error.
        if (isApiError(error, "STEP_UP_REQUIRED")) return;
        throw error;
      }
      void client.invalidateQueries({ queryKey: organizationKeys.all });
      notify(t(`${scope}.${stops ? "toldStopped" : "toldGoesOn"}`, { name }));
      onClose();
    },
  });
  return (
    <Dialog
      open
      role="alertdialog"
      size={stops ? "form" : "question"}
      onOpenChange={(next) => !next && onClose()}
      {...(stops && { initialFocus: first })}
      title={t(`${scope}.${stops ? "stopTitle" : "goOnTitle"}`, { name })}
      description={t(stops ? `${scope}.effect` : `${scope}.goOnEffect`)}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            variant={stops ? "danger" : "primary"}
            type="submit"
            form={formId}
            busy={busy}
            busyLabel={t(stops ? "stopping" : "goingOn")}
          >
            {t(stops ? stopLabel : "goOn")}
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
        {stops && (
          <Field label={t("reason")} hint={t("reasonHint")} error={errors["reason"]}>
            {(control) => (
              <TextArea
                {...control}
                ref={first}
                rows={2}
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
        {!stops && stopped !== null && stopped.reason !== null && (
          <p className="text-dense wrap-anywhere text-text-2">{t("reasonWas", { reason: stopped.reason })}</p>
        )}
      </form>
    </Dialog>
  );
}

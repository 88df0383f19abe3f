import type { AiStop } from "@praxisportal/contract/ai/providers.schema";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { TextAreaField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { type SwitchTarget, setAiSwitch } from "./ai-switch.api.ts";

interface SwitchDialogProps {
  target: SwitchTarget;
  stopped: AiStop | null;
  onClose: () => void;
}

/** Confirms stopping (with a reason) or resuming AI use. */
export function SwitchDialog({ target, stopped, onClose }: SwitchDialogProps) {
  const t = useTranslations("ai-switches");
  const { notifySuccess } = useNotify();
  const client = useQueryClient();
  const firstField = useRef<HTMLTextAreaElement>(null);
  // Fixed when the dialog opens: a concurrent change must not reverse the question.
  const [isStopping] = useState(stopped === null);
  const { scope } = target;
  // The title already names the person.
  const stopLabel = scope === "person" ? "organization.stop" : (`${scope}.stop` as const);
  const name = "name" in target ? target.name : "";
  const form = useAppForm({
    values: { reason: "" },
    keepsInput: false,
    schema: isStopping
      ? async () => (await import("@praxisportal/contract/ai/policy.schema")).aiSwitchSchema
      : undefined,
    body: ({ reason }) => ({ stopped: true, reason }),
    send: ({ reason }) => setAiSwitch(target, isStopping ? { stopped: true, reason } : { stopped: false }),
    onSuccess() {
      void client.invalidateQueries({ queryKey: organizationKeys.all });
      notifySuccess(t(`${scope}.${isStopping ? "stopped" : "resumed"}`, { name }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      size={isStopping ? "form" : "question"}
      initialFocus={isStopping ? firstField : undefined}
      title={t(`${scope}.${isStopping ? "stopTitle" : "resumeTitle"}`, { name })}
      effect={t(isStopping ? `${scope}.effect` : `${scope}.goOnEffect`)}
      confirmLabel={t(isStopping ? stopLabel : "resume")}
      busyLabel={t(isStopping ? "stopping" : "resuming")}
      variant={isStopping ? "danger" : "primary"}
      failureTitle={t("failed")}
      form={form}
      onClose={onClose}
    >
      {isStopping && (
        <TextAreaField
          {...form.field("reason")}
          focusRef={firstField}
          label={t("reason")}
          hint={t("reasonHint")}
          rows={2}
          maxLength={500}
        />
      )}
      {!isStopping && stopped !== null && stopped.reason !== null && (
        <p className="text-dense wrap-anywhere text-text-2">{t("reasonWas", { reason: stopped.reason })}</p>
      )}
    </ConfirmDialog>
  );
}

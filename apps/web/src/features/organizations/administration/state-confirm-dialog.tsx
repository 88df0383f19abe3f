import type { OrganizationStatus } from "@praxisportal/contract/organizations/organization-state.rules";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { TextAreaField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import {
  type OrganizationVersion,
  reactivateOrganization,
  restoreOrganization,
  suspendOrganization,
  updateOrganization,
} from "../organization-changes.api.ts";
import type { OrganizationStep } from "./organization-steps.ts";

export type ConfirmableOrganizationStep = Exclude<OrganizationStep, "open" | "remove">;

export type NamedOrganization = OrganizationVersion & {
  readonly name: string;
  readonly status: OrganizationStatus;
};

export interface StateConfirmDialogProps {
  step: ConfirmableOrganizationStep;
  organization: NamedOrganization;
  onClose: () => void;
  onChanged: () => void;
}

async function applyStep(
  step: ConfirmableOrganizationStep,
  organization: NamedOrganization,
  reason: string,
): Promise<void> {
  if (step === "suspend") await suspendOrganization(organization.id, reason);
  else if (step === "reactivate") await reactivateOrganization(organization.id);
  else if (step === "restore") await restoreOrganization(organization.id);
  else await updateOrganization(organization, { status: step === "archive" ? "archived" : "active" });
}

/** Confirms a status change and explains its effect. Suspending requires a reason. */
export function StateConfirmDialog({ step, organization, onClose, onChanged }: StateConfirmDialogProps) {
  const t = useTranslations("organization-steps");
  const { notifySuccess } = useNotify();
  const { name } = organization;
  const form = useAppForm({
    values: { reason: "" },
    keepsInput: false,
    schema:
      step === "suspend"
        ? async () => (await import("@praxisportal/contract/tenants/tenants.schema")).suspendTenantSchema
        : undefined,
    send: ({ reason }) => applyStep(step, organization, reason),
    onSuccess() {
      onChanged();
      notifySuccess(t(`confirm.${step}.success`, { name }));
      onClose();
    },
    mapError: ({ code }) => (code === "PRECONDITION_FAILED" || code === "CONFLICT" ? t("stale") : undefined),
    onFailure: onChanged,
  });
  const isDestructive = step === "suspend" || step === "archive";
  // An organization leaves these states as active, so its trial does not continue.
  const endsTrial = isDestructive && organization.status === "trial";
  return (
    <ConfirmDialog
      size={step === "suspend" ? "form" : "question"}
      title={t(`confirm.${step}.title`, { name })}
      effect={t(`confirm.${step}.text`)}
      confirmLabel={t(`confirm.${step}.submit`)}
      busyLabel={t("confirm.busy")}
      variant={isDestructive ? "danger" : "primary"}
      failureTitle={t("failed")}
      form={form}
      onClose={onClose}
    >
      {endsTrial && (
        <ErrorBox variant="warning" persistent>
          {t(`confirm.${step}.trial`)}
        </ErrorBox>
      )}
      {step === "suspend" && (
        <TextAreaField
          {...form.field("reason")}
          label={t("confirm.reason")}
          hint={t("confirm.reasonHint")}
          maxLength={500}
        />
      )}
    </ConfirmDialog>
  );
}

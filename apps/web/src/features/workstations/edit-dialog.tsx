import { autoLockDefaultMinutes } from "@praxisportal/contract/limits";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { SelectField, TextField } from "../../platform/forms/fields.tsx";
import { FormDialog } from "../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import type { FieldErrors } from "../../platform/validation/validate.ts";
import { Switch } from "../../ui/form/switch.tsx";
import { Dotted } from "../../ui/label/dotted.tsx";
import { useWorkstationName } from "./use-workstation-name.ts";
import { changeWorkstation, type Workstation } from "./workstations.api.ts";

const minuteChoices = Array.from({ length: 15 }, (_none, index) => index + 1);

interface EditDialogProps {
  organizationId: string;
  workstation: Workstation;
  /** True to share a workstation that is not shared yet. */
  isRelease?: boolean;
  onClose: () => void;
  onChanged: () => void;
}

/** Edits a workstation's name, whether it is shared, and its auto-lock. */
export function EditDialog(props: EditDialogProps) {
  const { organizationId, workstation, isRelease = false, onClose, onChanged } = props;
  const t = useTranslations("workstations");
  const format = useFormat();
  const { notifySuccess } = useNotify();
  const { device } = useWorkstationName()(workstation);
  const form = useAppForm({
    values: {
      label: workstation.label ?? "",
      shared: isRelease || workstation.shared,
      autoLockMinutes: workstation.autoLockMinutes ?? autoLockDefaultMinutes,
    },
    check: ({ label, shared }, fieldErrors) =>
      shared && label.trim() === "" ? { ...fieldErrors, label: t("nameMissing") } : fieldErrors,
    send: ({ label, shared, autoLockMinutes }) =>
      changeWorkstation(organizationId, workstation, {
        // An unchanged name is not sent, because it may predate the current rule for names.
        ...(label === (workstation.label ?? "") ? {} : { label: label.trim() || null }),
        shared,
        autoLockMinutes: shared ? autoLockMinutes : null,
      }),
    onSuccess(_result, { label }) {
      const name = label.trim() || device;
      notifySuccess(t(isRelease ? "success.released" : "success.saved", { name }));
      onChanged();
      onClose();
    },
    errorFields: (error): FieldErrors => (error.code === "ALREADY_EXISTS" ? { label: t("notUnique") } : {}),
    mapError: (error) => (isApiError(error, "PRECONDITION_FAILED") ? t("changed") : undefined),
    onFailure: (error) => isApiError(error, "PRECONDITION_FAILED") && onChanged(),
  });
  const { field, values } = form;
  return (
    <FormDialog
      title={t(isRelease ? "release.title" : "editTitle")}
      description={
        <Dotted
          details={[
            workstation.current ? t("currentDevice", { device }) : device,
            workstation.lastUser?.name,
            format.moment(workstation.lastSeenAt),
          ]}
        />
      }
      {...(isRelease && { submitLabel: t("release.submit"), busyLabel: t("release.busy") })}
      dismissible
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-3">
        <TextField
          {...field("label")}
          label={t("name")}
          hint={t("nameHint")}
          autoComplete={undefined}
          spellCheck={undefined}
          maxLength={60}
          required={values.shared}
        />
        {isRelease ? (
          <p className="text-dense text-text-2">{t("sharedHint")}</p>
        ) : (
          <Switch
            label={t("sharedLabel")}
            hint={t("sharedHint")}
            checked={values.shared}
            onChange={field("shared").onChange}
          />
        )}
        {values.shared && (
          <SelectField
            {...field("autoLockMinutes")}
            label={t("minutes")}
            options={minuteChoices.map((count) => ({ value: count, label: t("minutesValue", { count }) }))}
          />
        )}
      </AppForm>
    </FormDialog>
  );
}

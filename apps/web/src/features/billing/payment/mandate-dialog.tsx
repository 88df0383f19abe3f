import { useRef } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useToday } from "../../../platform/i18n/use-today.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { type BillingProfile, changeMandate } from "../billing.api.ts";
import { useShowProfile } from "../use-show-profile.ts";

export interface MandateDialogProps {
  organizationId: string;
  profile: BillingProfile;
  onClose: () => void;
}

/** Grants a SEPA mandate, which replaces the current one. The server requires a fresh proof of identity. */
export function MandateDialog({ organizationId, profile, onClose }: MandateDialogProps) {
  const t = useTranslations("billing-profile");
  const showProfile = useShowProfile(organizationId);
  const { notifySuccess } = useNotify();
  const firstField = useRef<HTMLInputElement>(null);
  const today = useToday();
  const { mandate, name, defaults } = profile;
  const form = useAppForm({
    values: { holder: mandate?.holder ?? name ?? defaults.name, iban: "", signedOn: today },
    schema: async () => (await import("@praxisportal/contract/payments/payments.schema")).changeMandateSchema,
    send: changeMandate,
    onSuccess(saved) {
      showProfile(saved);
      notifySuccess(t("mandate.saved"));
      onClose();
    },
    mapError: (error) => (isApiError(error, "CONFLICT") ? t("mandate.onlyEuro") : undefined),
  });
  const { field } = form;
  return (
    <FormDialog
      title={t(mandate === null ? "mandate.title" : "mandate.changeTitle")}
      description={t("mandate.text")}
      submitLabel={t("mandate.submit")}
      initialFocus={firstField}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("mandate.failed")} className="pt-3">
        <TextField {...field("holder")} label={t("mandate.holder")} maxLength={70} />
        <TextField
          {...field("iban")}
          focusRef={firstField}
          label={t("mandate.iban")}
          hint={mandate === null ? undefined : t("mandate.present", { iban: mandate.iban })}
          maxLength={42}
          autoCapitalize="characters"
          inputMode="text"
        />
        <TextField
          {...field("signedOn")}
          type="date"
          max={today}
          label={t("mandate.signedOn")}
          hint={t("mandate.signedHint")}
        />
        <p className="text-small text-text-2">{t("mandate.notice")}</p>
      </AppForm>
    </FormDialog>
  );
}

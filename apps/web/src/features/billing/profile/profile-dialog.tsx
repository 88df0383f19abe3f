import { useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { SelectField, TextField } from "../../../platform/forms/fields.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { type BillingProfile, changeProfile, loadProfile } from "../billing.api.ts";
import { useShowProfile } from "../use-show-profile.ts";
import { countryName, countryOptions } from "./billing-countries.ts";
import { changesOf, type ProfileDraft, draftOf, mergeDraft } from "./profile-draft.ts";

export interface ProfileDialogProps {
  organizationId: string;
  profile: BillingProfile;
  onClose: () => void;
}

/** Changes the billing profile, which later invoices use. */
export function ProfileDialog({ organizationId, profile, onClose }: ProfileDialogProps) {
  const t = useTranslations("billing-profile");
  const locale = useLocale();
  const showProfile = useShowProfile(organizationId);
  const { notifySuccess } = useNotify();
  const firstField = useRef<HTMLInputElement>(null);
  // The profile at the time when the form was opened. Later updates must not change the fields.
  const [base, setBase] = useState(profile);
  const form = useAppForm<ProfileDraft, BillingProfile>({
    values: draftOf(base),
    schema: async () =>
      (await import("@praxisportal/contract/invoices/billing-profile.schema")).changeBillingProfileSchema,
    body: (values) => changesOf(values, base),
    send: (values) => changeProfile(changesOf(values, base), base.version),
    onSuccess(saved) {
      showProfile(saved);
      notifySuccess(t("saved"));
      onClose();
    },
    async onConflict() {
      const current = await loadProfile();
      showProfile(current);
      form.reset(draftOf(current), mergeDraft(form.values, base, current));
      setBase(current);
    },
  });
  const { field } = form;
  const { defaults } = base;
  const pair = "grid items-start gap-4 sm:grid-cols-[1fr_7rem]";
  return (
    <FormDialog
      title={t("title")}
      description={t("text")}
      submitDisabled={!form.isChanged}
      submitDisabledReason={t("same")}
      initialFocus={firstField}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-3">
        {form.isConflict && (
          <ErrorBox variant="warning" persistent title={t("conflict")}>
            {t("conflictText")}
          </ErrorBox>
        )}
        <TextField
          {...field("name")}
          focusRef={firstField}
          label={t("name")}
          hint={t("fallback", { value: defaults.name })}
          autoComplete="organization"
          optional
        />
        <TextField {...field("contactName")} label={t("contactName")} optional />
        <div className={pair}>
          <TextField {...field("street")} label={t("street")} maxLength={70} autoComplete="off" />
          <TextField {...field("houseNumber")} label={t("houseNumber")} maxLength={16} />
        </div>
        <TextField {...field("addition")} label={t("addition")} maxLength={70} optional />
        <div className="grid items-start gap-4 sm:grid-cols-[7rem_1fr]">
          <TextField {...field("postalCode")} label={t("postalCode")} maxLength={16} />
          <TextField {...field("city")} label={t("city")} maxLength={35} />
        </div>
        <SelectField
          {...field("country")}
          label={t("country")}
          options={[
            { value: "", label: t("ownCountry", { country: countryName(defaults.country, locale) }) },
            ...countryOptions(base.country, locale),
          ]}
        />
        <TextField
          {...field("email")}
          type="email"
          label={t("email")}
          hint={defaults.email === null ? t("emailHint") : t("fallback", { value: defaults.email })}
          optional={defaults.email !== null}
        />
        <TextField
          {...field("vatId")}
          label={t("vatId")}
          hint={t("vatIdHint")}
          maxLength={30}
          autoCapitalize="characters"
          optional
        />
        <TextField
          {...field("buyerReference")}
          label={t("buyerReference")}
          hint={t("buyerReferenceHint")}
          optional
        />
      </AppForm>
    </FormDialog>
  );
}

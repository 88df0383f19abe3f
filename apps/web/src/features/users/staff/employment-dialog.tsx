import { useTranslations } from "use-intl";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { orNull } from "../edit/or-null.ts";
import type { User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { emptyExternal, ExternalFields, externalOf } from "./external-fields.tsx";
import { SiteField } from "./site-field.tsx";
import { type Employment, type EmploymentChanges, saveEmployment } from "./staff.api.ts";
import { useReportChange } from "../use-report-change.ts";

export interface EmploymentDialogProps {
  organizationId: string;
  user: User;
  employment: Employment;
  onClose: () => void;
  onSaved: (employment: Employment) => void;
}

function valuesOf(employment: Employment) {
  const { isExternal } = employment;
  return {
    initials: employment.initials ?? "",
    startsOn: employment.startsOn ?? "",
    siteId: employment.site?.id ?? "",
    isExternal,
    external: {
      ...emptyExternal,
      validUntil: employment.lastDay ?? "",
      confidentialityOn: employment.confidentialityOn ?? "",
      physicianNumber: employment.physicianNumber ?? "",
      withoutNumber: isExternal && employment.physicianNumber === null,
    },
  };
}
type Values = ReturnType<typeof valuesOf>;

function bodyOf(draft: Values, wasExternal: boolean): EmploymentChanges {
  return {
    initials: orNull(draft.initials),
    startsOn: orNull(draft.startsOn),
    siteId: orNull(draft.siteId),
    ...(draft.isExternal ? { external: externalOf(draft.external) } : wasExternal ? { external: null } : {}),
  };
}

/** Edits site and external data. A later end date is recorded in a separate audit entry. */
export function EmploymentDialog(props: EmploymentDialogProps) {
  const { organizationId, user, employment, onClose, onSaved } = props;
  const t = useTranslations("staff");
  const report = useReportChange(organizationId);
  const name = nameOf(user);
  const form = useAppForm({
    values: valuesOf(employment),
    schema: async () => (await import("@praxisportal/contract/staff/staff.schema")).updateEmploymentSchema,
    body: (values) => bodyOf(values, employment.isExternal),
    check: (_values, fieldErrors) =>
      fieldErrors["external.physicianNumber"] === undefined
        ? fieldErrors
        : { ...fieldErrors, "external.physicianNumber": t("error.numberNeeded") },
    send: (values) => saveEmployment(user.id, bodyOf(values, employment.isExternal)),
    onSuccess(saved) {
      onSaved(saved);
      void report(t("employment.saved", { name }), user.id);
      onClose();
    },
  });
  const { field, values } = form;

  return (
    <FormDialog title={t("employment.editTitle", { name })} onClose={onClose}>
      <AppForm form={form} failureTitle={t("employment.failed")}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField
            {...field("initials")}
            label={t("field.initials")}
            hint={t("field.initialsHint")}
            maxLength={6}
          />
          <TextField {...field("startsOn")} label={t("field.startsOn")} type="date" />
          <SiteField {...field("siteId")} organizationId={organizationId} />
        </div>
        <Checkbox
          label={t("field.external")}
          hint={t("field.externalHint")}
          checked={values.isExternal}
          onChange={field("isExternal").onChange}
        />
        {values.isExternal && (
          <>
            <ExternalFields
              draft={values.external}
              errors={form.errors}
              onChange={(change) => form.setValue("external", { ...values.external, ...change })}
            />
            <p className="text-dense text-text-2">
              {t("employment.limit", { days: employment.externalAccessDays })}
            </p>
          </>
        )}
      </AppForm>
    </FormDialog>
  );
}

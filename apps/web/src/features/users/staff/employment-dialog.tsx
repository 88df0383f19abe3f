import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormSubmit } from "../../../platform/validation/use-form-submit.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import type { User } from "../people.api.ts";
import type { Notify } from "../person-ref.ts";
import { TextField } from "../person-fields.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";
import { emptyExternal, ExternalFields, externalOf } from "./external-fields.tsx";
import { SiteField } from "./site-field.tsx";
import { type Employment, type EmploymentChanges, saveEmployment } from "./staff.api.ts";

export interface EmploymentDialogProps {
  organizationId: string;
  user: User;
  employment: Employment;
  notify: Notify;
  onClose: () => void;
  onSaved: (employment: Employment) => void;
}

function draftOf(employment: Employment) {
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
type Draft = ReturnType<typeof draftOf>;

const orNull = (text: string) => (text.trim() === "" ? null : text);

function bodyOf(draft: Draft, wasExternal: boolean): EmploymentChanges {
  return {
    initials: orNull(draft.initials),
    startsOn: orNull(draft.startsOn),
    siteId: orNull(draft.siteId),
    ...(draft.isExternal ? { external: externalOf(draft.external) } : wasExternal ? { external: null } : {}),
  };
}

/** Edits site and external data. A later end date gets its own audit entry. */
export function EmploymentDialog(props: EmploymentDialogProps) {
  const { organizationId, user, employment, notify, onClose, onSaved } = props;
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const id = useId();
  const [draft, setDraft] = useState(() => draftOf(employment));
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const name = nameOf(user);
  const body = bodyOf(draft, employment.isExternal);

  const { form, errors, failure, busy, submit } = useFormSubmit({
    async validate() {
      const [{ validate }, { updateEmploymentSchema }] = await Promise.all([
        import("../../../platform/validation/validate.ts"),
        import("@praxisportal/contract/staff/staff.schema"),
      ]);
      const found: Record<string, string> = { ...(await validate(updateEmploymentSchema, body)) };
      if (found["external.physicianNumber"] !== undefined) {
        found["external.physicianNumber"] = t("error.numberNeeded");
      }
      return found;
    },
    async onSubmit() {
      onSaved(await saveEmployment(user.id, body));
      notify(t("employment.saved", { name }), user.id);
      onClose();
    },
  });

  return (
    <Dialog
      open
      size="form"
      onOpenChange={(next) => !next && onClose()}
      dismissible={false}
      title={t("employment.editTitle", { name })}
      closeLabel={common("close")}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="primary" type="submit" form={id} busy={busy} busyLabel={common("saving")}>
            {common("save")}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} noValidate onSubmit={submit} className="grid gap-4">
        {failure !== null && (
          <ErrorBox persistent title={t("employment.failed")}>
            {failure}
          </ErrorBox>
        )}
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField
            label={t("field.initials")}
            hint={t("field.initialsHint")}
            maxLength={6}
            value={draft.initials}
            error={errors["initials"]}
            onChange={(initials) => set({ initials })}
          />
          <TextField
            label={t("field.startsOn")}
            type="date"
            value={draft.startsOn}
            error={errors["startsOn"]}
            onChange={(startsOn) => set({ startsOn })}
          />
          <SiteField
            organizationId={organizationId}
            value={draft.siteId}
            error={errors["siteId"]}
            onChange={(siteId) => set({ siteId })}
          />
        </div>
        <Checkbox
          label={t("field.external")}
          hint={t("field.externalHint")}
          checked={draft.isExternal}
          onChange={(isExternal) => set({ isExternal })}
        />
        {draft.isExternal && (
          <>
            <ExternalFields
              draft={draft.external}
              errors={errors}
              onChange={(change) => set({ external: { ...draft.external, ...change } })}
            />
            <p className="text-dense text-text-2">
              {t("employment.limit", { days: employment.externalAccessDays })}
            </p>
          </>
        )}
      </form>
    </Dialog>
  );
}

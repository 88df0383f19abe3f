import { useQueryClient } from "@tanstack/react-query";
import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { organizationQuery } from "../../../entities/organization/organization.api.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { useFormSubmit } from "../../../platform/validation/use-form-submit.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import { updatePractice } from "../organization-changes.api.ts";
import { changedFields, changesOf, type Draft, draftOf, mergeDraft } from "./draft.ts";
import { FieldInput } from "./field-input.tsx";
import { fieldKinds, type FieldPath, type FieldSection, fieldsOf } from "./field-plan.ts";
import { LeaveConfirmDialog } from "./leave-confirm-dialog.tsx";
import { useChoiceLabel } from "./use-choice-label.ts";
import { useFieldLabels } from "./use-field-labels.ts";

export interface FieldsFormProps {
  organization: Organization;
  sections: readonly FieldSection[];
  notify: (message: string) => void;
  /** Leaves edit mode; absent where the form is always shown. */
  onDone?: () => void;
}

const wide: ReadonlySet<FieldPath> = new Set(["address", "description", "name"]);

/**
 * Edits fields of a practice. Marks changes, asks before leaving unsaved ones, and lists what was saved.
 * Concurrent changes are shown and never overwritten unseen.
 */
export function FieldsForm({ organization, sections, notify, onDone }: FieldsFormProps) {
  const t = useTranslations("practice-fields");
  const common = useTranslations("common");
  const labels = useFieldLabels();
  const choice = useChoiceLabel();
  const client = useQueryClient();
  const fields = fieldsOf(sections);
  const [base, setBase] = useState(organization);
  const [draft, setDraft] = useState<Draft>(() => draftOf(organization, fields));
  const [conflict, setConflict] = useState<readonly FieldPath[] | null>(null);
  const changed = changedFields(draft, base, fields);
  // Without unsaved changes, take over concurrent changes silently.
  if (organization.version > base.version && changed.length === 0) {
    setBase(organization);
    setDraft(draftOf(organization, fields));
  }

  const { form, errors, failure, busy, submit, clear } = useFormSubmit({
    async validate() {
      const [{ validate }, { updateOrganizationSchema }] = await Promise.all([
        import("../../../platform/validation/validate.ts"),
        import("@praxisportal/contract/organizations/organization-changes.schema"),
      ]);
      return validate(updateOrganizationSchema, changesOf(draft, base, fields));
    },
    async onSubmit() {
      try {
        const saved = await updatePractice(base, changesOf(draft, base, fields));
        setBase(saved);
        setDraft(draftOf(saved, fields));
        setConflict(null);
        client.setQueryData(organizationQuery(base.id).queryKey, saved);
        void client.invalidateQueries({ queryKey: organizationKeys.all });
        notify(t("saved", { fields: changed.map(labels.label).join(", ") }));
        onDone?.();
      } catch (error) {
        // The user cancelled the step-up; not an error.
        if (isApiError(error, "STEP_UP_REQUIRED")) return;
        if (!isApiError(error, "PRECONDITION_FAILED")) throw error;
        const present = await client.fetchQuery({ ...organizationQuery(base.id), staleTime: 0 });
        const merged = mergeDraft(draft, base, present, fields);
        setDraft(merged.draft);
        setConflict(merged.both);
        // The next save is against the current version.
        setBase(present);
      }
    },
  });
  const discard = () => {
    setDraft(draftOf(base, fields));
    setConflict(null);
    clear();
  };
  const shown = (path: FieldPath) => {
    const value = draftOf(base, [path])[path];
    if (typeof value === "boolean") return value ? t("yes") : t("no");
    return value === undefined || value === "" ? t("none") : choice(path, value);
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-6">
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      {conflict !== null && (
        <ErrorBox
          variant="warning"
          persistent
          title={t("conflict.title")}
          action={
            <Button size="small" onClick={discard}>
              {t("conflict.take")}
            </Button>
          }
        >
          {t("conflict.text")}
          {conflict.length > 0 && (
            <span className="mt-1 block">
              {t("conflict.now", {
                fields: conflict
                  .map((path) => t("conflict.value", { field: labels.label(path), value: shown(path) }))
                  .join(", "),
              })}
            </span>
          )}
        </ErrorBox>
      )}
      {sections.map(({ key, fields: paths }) => (
        <fieldset key={key} className="min-w-0">
          <legend className="mb-3 text-body font-strong text-text">{t(`section.${key}`)}</legend>
          <div className="grid items-start gap-4 md:grid-cols-2">
            {paths.map((path) => (
              <div
                key={path}
                className={
                  wide.has(path) || fieldKinds[path] === "switch" || fieldKinds[path] === "moment"
                    ? "min-w-0 md:col-span-2"
                    : "min-w-0"
                }
              >
                <FieldInput
                  path={path}
                  value={draft[path] ?? ""}
                  changed={changed.includes(path)}
                  error={errors[path] ?? (path.endsWith(".name") ? errors[path.slice(0, -5)] : undefined)}
                  onChange={(value) => setDraft((now) => ({ ...now, [path]: value }))}
                />
              </div>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <Button
          variant="primary"
          type="submit"
          busy={busy}
          busyLabel={common("saving")}
          disabled={changed.length === 0}
          disabledReason={t("nothingChanged")}
        >
          {common("save")}
        </Button>
        {(changed.length > 0 || onDone !== undefined) && (
          <Button
            onClick={() => {
              discard();
              onDone?.();
            }}
          >
            {onDone === undefined ? t("discard") : common("cancel")}
          </Button>
        )}
        <p role="status" className="text-dense text-text-2">
          {changed.length > 0 ? t("changes", { count: changed.length }) : ""}
        </p>
      </div>
      <LeaveConfirmDialog unsaved={changed.length > 0 && !busy} />
    </form>
  );
}

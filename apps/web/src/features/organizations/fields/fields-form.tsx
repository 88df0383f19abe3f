import { useQueryClient } from "@tanstack/react-query";
import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { organizationQuery } from "../../../entities/organization/organization.api.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useUndoAction } from "../../../platform/forms/use-undo-action.ts";
import { Button } from "../../../ui/button/button.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { updateOrganization } from "../organization-changes.api.ts";
import { changedFields, changesOf, draftIn, draftOf, mergeDraft, valuesOf } from "./draft.ts";
import { FieldInput } from "./field-input.tsx";
import { fieldKinds, type FieldPath, type FieldSection, fieldsOf } from "./field-plan.ts";
import { useChoiceLabel } from "./use-choice-label.ts";
import { useFieldLabels } from "./use-field-labels.ts";

export interface FieldsFormProps {
  organization: Organization;
  sections: readonly FieldSection[];
  /** Leaves edit mode. Absent if the form is always shown. */
  onDone?: () => void;
}

const wide: ReadonlySet<FieldPath> = new Set(["address", "description", "name"]);

/**
 * Returns whether a change of the field can be undone. A setting cannot, because it also affects security, nor can a
 * verification, because it keeps the time at which it was given.
 */
const isUndoable = (path: FieldPath) => !path.startsWith("settings.") && path !== "verifiedAt";

/**
 * Edits fields of an organization. Marks changes, asks before unsaved changes are lost, and lists the saved fields.
 * Concurrent changes are shown and never overwritten unseen.
 */
export function FieldsForm({ organization, sections, onDone }: FieldsFormProps) {
  const t = useTranslations("organization-fields");
  const common = useTranslations("common");
  const { notify } = useNotify();
  const labels = useFieldLabels();
  const choice = useChoiceLabel();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: organizationKeys.all });
  const undoAction = useUndoAction(refresh);
  const fields = fieldsOf(sections);
  const [base, setBase] = useState(organization);
  const [conflict, setConflict] = useState<readonly FieldPath[] | null>(null);
  const form = useAppForm({
    values: valuesOf(draftOf(organization, fields)),
    schema: async () =>
      (await import("@praxisportal/contract/organizations/organization-changes.schema"))
        .updateOrganizationSchema,
    body: (values) => changesOf(draftIn(values, fields), base, fields),
    send: (values) => updateOrganization(base, changesOf(draftIn(values, fields), base, fields)),
    onSuccess(saved) {
      const message = t("saved", { fields: changed.map(labels.label).join(", ") });
      const previousValues = changesOf(draftOf(base, fields), saved, fields);
      const undo = () => updateOrganization(saved, previousValues);
      notify({
        type: "success",
        message,
        ...(changed.every((path) => isUndoable(path)) && { action: undoAction(undo) }),
      });
      begin(saved);
      client.setQueryData(organizationQuery(base.id).queryKey, saved);
      void refresh();
      onDone?.();
    },
    async onConflict() {
      const current = await client.fetchQuery({ ...organizationQuery(base.id), staleTime: 0 });
      const merged = mergeDraft(draft, base, current, fields);
      form.reset(valuesOf(draftOf(current, fields)), valuesOf(merged.draft));
      setConflict(merged.conflicts);
      // The next save uses the current version.
      setBase(current);
    },
  });
  const { errors, busy } = form;
  const draft = draftIn(form.values, fields);
  const changed = changedFields(draft, base, fields);
  function begin(current: Organization): void {
    setBase(current);
    setConflict(null);
    form.reset(valuesOf(draftOf(current, fields)));
  }
  useEffect(() => {
    // If there are no unsaved changes, the form shows concurrent changes without a notice.
    if (organization.version > base.version && changed.length === 0) begin(organization);
  });
  const discard = () => begin(base);
  const storedText = (path: FieldPath) => {
    const value = draftOf(base, [path])[path];
    if (typeof value === "boolean") return value ? t("yes") : t("no");
    return value === undefined || value === "" ? t("none") : choice(path, value);
  };

  return (
    <AppForm form={form} failureTitle={t("failed")} className="gap-6">
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
                  .map((path) => t("conflict.value", { field: labels.label(path), value: storedText(path) }))
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
                  onChange={(value) => form.setValue(path, value)}
                />
              </div>
            ))}
          </div>
        </fieldset>
      ))}
      <div className="button-row flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <WriteButton
          variant="primary"
          type="submit"
          busy={busy}
          busyLabel={common("saving")}
          disabled={changed.length === 0}
          disabledReason={t("nothingChanged")}
        >
          {common("save")}
        </WriteButton>
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
        <p role="status" className="text-dense text-text-2 max-md:basis-full">
          {changed.length > 0 ? t("changes", { count: changed.length }) : ""}
        </p>
      </div>
    </AppForm>
  );
}

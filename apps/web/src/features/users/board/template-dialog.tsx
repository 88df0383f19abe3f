import { shippedTemplate } from "@praxisportal/contract/staff/staff.rules";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { userStatisticsQuery } from "../../../entities/person/person.api.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { TextAreaField } from "../../../platform/forms/fields.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { DepartmentField } from "../edit/department-field.tsx";
import { orNull } from "../edit/or-null.ts";
import { RoleField } from "../edit/role-field.tsx";
import { useItemLabels } from "../staff/checklist.tsx";
import { SiteField } from "../staff/site-field.tsx";
import { type OnboardingTemplate, saveTemplate, templatesQuery, type TemplateChange } from "./board.api.ts";
import { combineItems, offeredItems, partsOf } from "./template-items.ts";

export interface TemplateDialogProps {
  organizationId: string;
  template: OnboardingTemplate;
  onClose: () => void;
}

/** Edits a template: role, department, site and checklist. */
export function TemplateDialog({ organizationId, template, onClose }: TemplateDialogProps) {
  const t = useTranslations("staff-board");
  const staff = useTranslations("staff");
  const people = useTranslations("people");
  const labels = useItemLabels();
  const client = useQueryClient();
  const statistics = useQuery(userStatisticsQuery(organizationId)).data;
  const { key } = template;
  const values = {
    role: template.role,
    department: template.department ?? "",
    siteId: template.siteId ?? "",
    ...partsOf(template.items),
  };
  const bodyOf = (draft: typeof values): TemplateChange => ({
    key,
    role: draft.role,
    department: orNull(draft.department),
    siteId: orNull(draft.siteId),
    items: combineItems(draft),
  });
  const form = useAppForm({
    values,
    schema: async () =>
      (await import("@praxisportal/contract/staff/staff.schema")).setOnboardingTemplateSchema,
    body: bodyOf,
    check(draft, fieldErrors) {
      const [, message] = Object.entries(fieldErrors).find(([path]) => path.startsWith("items")) ?? [];
      if (message === undefined || draft.own.trim() === "") return fieldErrors;
      // The standard items are valid and fewer than the maximum, so the error concerns the organization's own items.
      const others = Object.entries(fieldErrors).filter(([path]) => !path.startsWith("items"));
      return { ...Object.fromEntries(others), own: message };
    },
    send: (draft) => saveTemplate(organizationId, bodyOf(draft)),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: templatesQuery(organizationId).queryKey });
      onClose();
    },
  });
  const { field, setValue, errors } = form;
  const itemsError = Object.entries(errors).find(([path]) => path.startsWith("items"))?.[1];
  const restore = () => {
    const { role, items } = shippedTemplate(key);
    setValue("role", role);
    setValue("department", "");
    setValue("siteId", "");
    setValue("standard", [...items]);
    setValue("own", "");
  };
  return (
    <FormDialog
      title={t("templates.editTitle", { name: staff(`templates.${key}`) })}
      description={t("templates.editText")}
      size="wide"
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("templates.failed")}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <RoleField {...field("role")} label={people("field.role")} />
          <DepartmentField
            list="template-departments"
            departments={(statistics?.departments ?? []).map(({ name }) => name)}
            {...field("department")}
          />
          <SiteField {...field("siteId")} organizationId={organizationId} />
        </div>
        <fieldset className="grid gap-3">
          <legend className="mb-2 text-dense font-strong text-text">{t("templates.checklist")}</legend>
          {itemsError !== undefined && <ErrorBox persistent title={itemsError} />}
          {offeredItems.map((item) => (
            <Checkbox
              key={item}
              label={labels({ kind: "onboarding" }, { item, label: null })}
              checked={form.values.standard.includes(item)}
              onChange={(checked) =>
                setValue(
                  "standard",
                  checked
                    ? [...form.values.standard, item]
                    : form.values.standard.filter((candidate) => candidate !== item),
                )
              }
            />
          ))}
        </fieldset>
        <TextAreaField {...field("own")} label={t("templates.own")} hint={t("templates.ownHint")} optional />
        <div>
          <Button size="small" onClick={restore}>
            {t("templates.restore")}
          </Button>
        </div>
      </AppForm>
    </FormDialog>
  );
}

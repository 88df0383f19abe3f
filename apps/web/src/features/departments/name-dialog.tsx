import { useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { createDepartment, type Department, renameDepartment } from "./departments.api.ts";

interface NameDialogProps {
  organizationId: string;
  /** Null for a new department. */
  department: Department | null;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Creates a department, or renames one for all its members. */
export function NameDialog({ organizationId, department, onClose, onDone }: NameDialogProps) {
  const t = useTranslations("departments");
  const common = useTranslations("common");
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(department?.name ?? "");
  const { form, errors, failure, busy, submit } = useFormSubmit({
    async validate() {
      const [{ validate }, { nameDepartmentSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/departments/departments.schema"),
      ]);
      return validate(nameDepartmentSchema, { name });
    },
    async onSubmit() {
      if (department === null) await createDepartment(organizationId, name);
      else await renameDepartment(organizationId, department.id, name);
      onDone(t(department === null ? "success.created" : "success.renamed", { name: name.trim() }));
      onClose();
    },
    mapError: (error) => (error.code === "ALREADY_EXISTS" ? t("notUnique") : undefined),
  });
  return (
    <Dialog
      open
      size="form"
      onOpenChange={(next) => !next && onClose()}
      initialFocus={first}
      title={department === null ? t("create") : t("renameTitle", { name: department.name })}
      {...(department === null ? {} : { description: t("renameText", { count: department.memberCount }) })}
      closeLabel={common("close")}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={common("saving")}>
            {common("save")}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="grid gap-4 pt-2">
        {failure !== null && (
          <ErrorBox persistent title={t("failed")}>
            {failure}
          </ErrorBox>
        )}
        <Field label={t("name")} error={errors["name"]}>
          {(control) => (
            <TextInput
              {...control}
              ref={first}
              autoComplete="off"
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

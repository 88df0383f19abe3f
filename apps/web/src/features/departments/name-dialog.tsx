import { useRef } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { FormDialog } from "../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import type { Undo } from "../../platform/forms/use-undo-action.ts";
import { createDepartment, type Department, renameDepartment } from "./departments.api.ts";

interface NameDialogProps {
  organizationId: string;
  /** Null for a new department. */
  department: Department | null;
  onClose: () => void;
  onDone: (message: string, undo?: Undo) => void;
}

/** Creates a department, or renames one for all its members. */
export function NameDialog({ organizationId, department, onClose, onDone }: NameDialogProps) {
  const t = useTranslations("departments");
  const firstField = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    values: { name: department?.name ?? "" },
    schema: async () =>
      (await import("@praxisportal/contract/departments/departments.schema")).nameDepartmentSchema,
    send: ({ name }, { idempotencyKey }) =>
      department === null
        ? createDepartment(organizationId, name, idempotencyKey)
        : renameDepartment(organizationId, department.id, name),
    onSuccess(_result, { name }) {
      const textValues = { name: name.trim() };
      if (department === null) onDone(t("success.created", textValues));
      else
        onDone(t("success.renamed", textValues), () =>
          renameDepartment(organizationId, department.id, department.name),
        );
      onClose();
    },
    mapError: (error) => (error.code === "ALREADY_EXISTS" ? t("notUnique") : undefined),
  });
  return (
    <FormDialog
      title={department === null ? t("create") : t("renameTitle", { name: department.name })}
      description={department === null ? undefined : t("renameText", { count: department.memberCount })}
      initialFocus={firstField}
      dismissible
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-2">
        <TextField {...form.field("name")} focusRef={firstField} label={t("name")} spellCheck={undefined} />
      </AppForm>
    </FormDialog>
  );
}

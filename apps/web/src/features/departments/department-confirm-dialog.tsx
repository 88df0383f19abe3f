import { useState } from "react";
import { useTranslations } from "use-intl";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";
import { SelectField } from "../../platform/forms/fields.tsx";
import { type Department, mergeDepartment, removeDepartment } from "./departments.api.ts";

interface DepartmentConfirmDialogProps {
  organizationId: string;
  kind: "merge" | "remove";
  department: Department;
  others: readonly Department[];
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Confirms merging or deleting a department. */
export function DepartmentConfirmDialog(props: DepartmentConfirmDialogProps) {
  const { organizationId, kind, department, others, onClose, onDone } = props;
  const t = useTranslations("departments");
  const [into, setInto] = useState(others[0]?.id ?? "");
  const { id, name, memberCount: count } = department;
  const target = others.find((other) => other.id === into)?.name ?? "";
  return (
    <ConfirmDialog
      title={t(`${kind}Title`, { name })}
      effect={t(`${kind}Text`, { count, name })}
      confirmLabel={t(kind)}
      variant={kind === "merge" ? "primary" : "danger"}
      failureTitle={t("failed")}
      act={() =>
        kind === "merge" ? mergeDepartment(organizationId, id, into) : removeDepartment(organizationId, id)
      }
      onDone={() => {
        onDone(kind === "merge" ? t("success.merged", { name, target }) : t("success.removed", { name }));
        onClose();
      }}
      onClose={onClose}
    >
      {kind === "merge" && (
        <SelectField
          label={t("into")}
          value={into}
          onChange={setInto}
          options={others.map((other) => ({
            value: other.id,
            label: t("option", { name: other.name, count: other.memberCount }),
          }))}
        />
      )}
    </ConfirmDialog>
  );
}

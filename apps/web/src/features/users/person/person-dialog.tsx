import { useState } from "react";
import { useTranslations } from "use-intl";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { EditForm } from "../edit/edit-form.tsx";
import { LoadedPerson } from "./loaded-person.tsx";
import type { User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import type { Undo } from "../../../platform/forms/use-undo-action.ts";
import { useReportChange } from "../use-report-change.ts";
import { type RoleChange, RoleForm } from "../edit/role-form.tsx";
import { ChangeCount } from "../rights/level-changes.tsx";

export interface PersonDialogProps {
  kind: "edit" | "role";
  organizationId: string;
  person: Pick<User, "id" | "personalInfo">;
  onClose: () => void;
}

/** Edits a person's data and membership, or their role. */
export function PersonDialog({ kind, organizationId, person, onClose }: PersonDialogProps) {
  const t = useTranslations("people");
  const roles = useTranslations("roles");
  const rights = useTranslations("rights");
  const report = useReportChange(organizationId);
  const [change, setChange] = useState<RoleChange | null>(null);
  const name = nameOf(person);
  const reportSaved = (user: User, undo?: Undo) => {
    void report(
      kind === "edit"
        ? t("success.saved", { name: nameOf(user) })
        : t("success.role", { name, role: roles(user.role.type) }),
      user.id,
      undo,
    );
    onClose();
  };
  return (
    <FormDialog
      size={kind === "edit" ? "form" : "wide"}
      {...(kind === "role" && {
        status: (
          <>
            {change !== null && (
              <span className="block">
                <ChangeCount {...change} />
              </span>
            )}
            {rights("effect")}
          </>
        ),
        submitDisabled: change === null || isSameRights(change),
      })}
      title={t(kind === "edit" ? "edit.title" : "role.title", { name })}
      submitLabel={kind === "edit" ? undefined : t("role.submit")}
      onClose={onClose}
    >
      <LoadedPerson organizationId={organizationId} userId={person.id}>
        {(user) =>
          kind === "edit" ? (
            <EditForm organizationId={organizationId} user={user} onSaved={reportSaved} />
          ) : (
            <RoleForm
              organizationId={organizationId}
              user={user}
              onChoice={setChange}
              onSaved={reportSaved}
            />
          )
        }
      </LoadedPerson>
    </FormDialog>
  );
}

function isSameRights({ before, after }: RoleChange): boolean {
  return (
    before.role === after.role && before.granted.toSorted().join(" ") === after.granted.toSorted().join(" ")
  );
}

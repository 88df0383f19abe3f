import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EditForm } from "./edit-form.tsx";
import { LoadedPerson } from "./loaded-person.tsx";
import type { User } from "./people.api.ts";
import type { Notify } from "./person-ref.ts";
import { nameOf } from "../../entities/person/person-name.ts";
import { RoleForm } from "./role-form.tsx";

export interface PersonDialogProps {
  kind: "edit" | "role";
  organizationId: string;
  person: Pick<User, "id" | "personalInfo">;
  onClose: () => void;
  notify: Notify;
}

/** Edits a person's data and membership, or their role. */
export function PersonDialog({ kind, organizationId, person, onClose, notify }: PersonDialogProps) {
  const t = useTranslations("people");
  const common = useTranslations("common");
  const roles = useTranslations("roles");
  const [busy, setBusy] = useState(false);
  const form = useId();
  const name = nameOf(person);
  const saved = (user: User) => {
    notify(
      kind === "edit"
        ? t("success.saved", { name: nameOf(user) })
        : t("success.role", { name, role: roles(user.role.type) }),
      user.id,
    );
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      size="form"
      title={t(kind === "edit" ? "edit.title" : "role.title", { name })}
      closeLabel={common("close")}
      dismissible={false}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy} busyLabel={common("saving")}>
            {kind === "edit" ? common("save") : t("role.submit")}
          </Button>
        </>
      }
    >
      <LoadedPerson organizationId={organizationId} userId={person.id}>
        {(user) =>
          kind === "edit" ? (
            <EditForm
              id={form}
              organizationId={organizationId}
              user={user}
              onBusy={setBusy}
              onSaved={saved}
            />
          ) : (
            <RoleForm id={form} user={user} onBusy={setBusy} onSaved={saved} />
          )
        }
      </LoadedPerson>
    </Dialog>
  );
}

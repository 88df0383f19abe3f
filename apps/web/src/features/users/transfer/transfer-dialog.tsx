import { defaultRole, type Role } from "@praxisportal/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { Button } from "../../../ui/button/button.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { NativeSelect } from "../../../ui/form/native-select.tsx";
import type { User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { GainsAndLosses, TechnicalChange } from "../rights/level-changes.tsx";
import { RoleField } from "../edit/role-field.tsx";
import { targetsQuery, transferPerson } from "./transfer.api.ts";
import { useReportChange } from "../use-report-change.ts";

export interface TransferDialogProps {
  organizationId: string;
  user: User;
  onClose: () => void;
}

/** Transfers a person to another organization, with a preview of lost and gained permissions. */
export function TransferDialog({ organizationId, user, onClose }: TransferDialogProps) {
  const t = useTranslations("transfer");
  const people = useTranslations("people");
  const common = useTranslations("common");
  const organizationName = useSession((session) => session.organization?.name ?? "");
  const report = useReportChange(organizationId);
  const targets = useQuery(targetsQuery());
  const organizations = (targets.data?.data ?? []).filter(({ id }) => id !== organizationId);
  const [chosenId, setChosenId] = useState("");
  const [role, setRole] = useState<Role>(defaultRole);
  const target = organizations.find(({ id }) => id === chosenId) ?? organizations[0];
  const name = nameOf(user);

  const { run, busy, failure } = useAppMutation({
    mutate: (to: { id: string; name: string }) =>
      transferPerson(user.id, { organizationId: to.id, role }, user.version),
    onSuccess(_transferred, to) {
      onClose();
      return report(t("done", { name, organization: to.name }));
    },
  });

  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(next) => !next && onClose()}
      title={t("ask", { name })}
      closeLabel={common("close")}
      actions={
        <>
          <Button onClick={onClose}>{common(target === undefined ? "close" : "cancel")}</Button>
          {target !== undefined && (
            <WriteButton
              variant="primary"
              busy={busy}
              busyLabel={common("saving")}
              onClick={() => void run(target)}
            >
              {t("confirm")}
            </WriteButton>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {failure !== null && (
          <ErrorBox persistent title={t("error.move")}>
            {failure}
          </ErrorBox>
        )}
        <QueryFallback query={targets} failedTitle={t("error.targets")}>
          <Skeleton className="h-16" />
        </QueryFallback>
        {target !== undefined && (
          <>
            <Field label={t("target")}>
              {(control) => (
                <NativeSelect
                  {...control}
                  value={target.id}
                  onChange={(event) => setChosenId(event.currentTarget.value)}
                >
                  {organizations.map((organization) => (
                    <option key={organization.id} value={organization.id}>
                      {organization.name}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
            <RoleField label={people("field.role")} value={role} onChange={setRole} />
            <section aria-live="polite" className="grid gap-3">
              <p className="text-dense text-text-2">{t("loses", { organization: organizationName })}</p>
              <GainsAndLosses
                before={{ role: user.role.type, granted: user.grantedPermissions }}
                after={{ role, granted: [] }}
              />
              <TechnicalChange after={{ role, granted: [] }} />
              <p className="text-dense text-text-2">{t("undoHint")}</p>
            </section>
          </>
        )}
      </div>
    </Dialog>
  );
}

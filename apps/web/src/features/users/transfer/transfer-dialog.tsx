import { defaultRole } from "@praxisportal/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { Field } from "../../../ui/form/field.tsx";
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
  const organizationName = useSession((session) => session.organization?.name ?? "");
  const report = useReportChange(organizationId);
  const targets = useQuery(targetsQuery());
  const offered = (targets.data?.data ?? []).filter(({ id }) => id !== organizationId);
  const name = nameOf(user);
  const form = useAppForm({
    // Without a choice, it is the first organization offered.
    values: { organizationId: "", role: defaultRole },
    send: async (values) => {
      const to = offered.find(({ id }) => id === values.organizationId) ?? offered[0];
      if (to === undefined) throw new Error("There is no organization to transfer to");
      await transferPerson(user.id, { organizationId: to.id, role: values.role }, user.version);
      return to;
    },
    onSuccess(to) {
      onClose();
      return report(t("done", { name, organization: to.name }));
    },
  });
  const { role } = form.values;
  const target = offered.find(({ id }) => id === form.values.organizationId) ?? offered[0];

  return (
    <FormDialog
      size="wide"
      title={t("ask", { name })}
      submitLabel={t("confirm")}
      canSubmit={target !== undefined}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("error.move")}>
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
                  onChange={(event) => form.setValue("organizationId", event.currentTarget.value)}
                >
                  {offered.map((organization) => (
                    <option key={organization.id} value={organization.id}>
                      {organization.name}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
            <RoleField label={people("field.role")} {...form.field("role")} />
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
      </AppForm>
    </FormDialog>
  );
}

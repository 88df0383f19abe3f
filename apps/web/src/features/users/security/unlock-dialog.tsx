import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { nameOf } from "../../../entities/person/person-name.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { type IdentityCheck, unlock, type UserSecurity, userSecurityQuery } from "./person-security.api.ts";
import type { PersonDialogBaseProps } from "./security-dialog-props.ts";
import { useReportChange } from "../use-report-change.ts";
import { useUnlockHelp } from "./use-unlock-help.ts";

const checks = ["in_person", "callback", "other"] as const satisfies readonly IdentityCheck[];

/** Returns why the server would refuse to unlock a locked account and what helps, or undefined if it would unlock it. */
function useRefusal(security: UserSecurity | undefined): string | undefined {
  const t = useTranslations("person-security");
  const unlockHelpOf = useUnlockHelp();
  const help = security && unlockHelpOf(security);
  if (security === undefined || help === undefined) return undefined;
  const { identityAuthority: authority } = security;
  // The help already contains the reason.
  if (authority === "full" || authority === "multiple_organizations") return help;
  return `${t(`authority.${authority}`)} ${help}`;
}

/**
 * Unlocks an account. Choosing how the person was identified also confirms the action, which saves a click. Lists do
 * not know whether the person also belongs to another organization, so this dialog shows it.
 */
export function UnlockDialog({ organizationId, person, onClose }: PersonDialogBaseProps) {
  const t = useTranslations("person-security");
  const common = useTranslations("common");
  const report = useReportChange(organizationId);
  const name = nameOf(person);
  const refusal = useRefusal(useQuery(userSecurityQuery(organizationId, person.id)).data);
  if (refusal !== undefined) {
    return (
      <Dialog
        open
        size="question"
        onOpenChange={(open) => !open && onClose()}
        title={t("unlock.refused", { name })}
        description={refusal}
        actions={<Button onClick={onClose}>{common("close")}</Button>}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t("unlock.title", { name })}
      effect={t("unlock.text", { name })}
      choices={checks.map((value) => ({ value, label: t(`unlock.${value}`) }))}
      busyLabel={t("busy")}
      failureTitle={t("failed.unlock")}
      act={(check: IdentityCheck) => unlock(person.id, check)}
      onDone={() => {
        void report(t("success.unlock", { name }), person.id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

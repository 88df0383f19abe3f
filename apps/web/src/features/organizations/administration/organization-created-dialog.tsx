import type { CreatedOrganization } from "@praxisportal/contract/organizations/organization-changes.schema";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { OrganizationOption } from "../organization-list.tsx";
import { OrganizationSheet } from "./organization-sheet.tsx";

interface OrganizationCreatedDialogProps {
  organization: CreatedOrganization;
  onClose: () => void;
  onOpen: (organization: OrganizationOption) => void;
  /** Below the access data. */
  children?: ReactNode;
}

/**
 * Access data of a new organization: the address, the code, and for an administrator without email the temporary
 * password, which is shown once.
 */
export function OrganizationCreatedDialog(props: OrganizationCreatedDialogProps) {
  const { organization, onClose, onOpen, children } = props;
  const t = useTranslations("organization-steps");
  const format = useFormat();
  const [copied, setCopied] = useState<boolean | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const { administrator, trialEndsAt } = organization;
  const temporaryPassword = administrator?.temporaryPassword ?? null;
  const isSecret = temporaryPassword !== null;
  const lines: readonly (readonly [string, string])[] = [
    [t("created.address"), `${location.origin}/login`],
    [t("created.code"), organization.practiceCode],
    ...(temporaryPassword === null || administrator === null
      ? []
      : ([
          [t("created.username"), administrator.username ?? ""],
          [t("created.password"), temporaryPassword],
        ] as const)),
  ];
  const canClose = !isSecret || isSaved;
  const guard = canClose ? {} : { disabled: true, disabledReason: t("created.keepFirst") };
  return (
    <Dialog
      open
      size="form"
      // Values shown only once must not be dismissed by accident.
      dismissible={canClose}
      onOpenChange={(next) => !next && canClose && onClose()}
      title={t("created.title", { name: organization.name })}
      description={t(isSecret ? "created.text" : "created.codeText")}
      actions={
        <>
          <Button
            {...guard}
            onClick={() => {
              onClose();
              onOpen(organization);
            }}
          >
            {t("created.open")}
          </Button>
          <Button variant="primary" {...guard} onClick={onClose}>
            {t("created.done")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pt-2">
        <dl className="grid gap-3 rounded-r-3 border border-line bg-surface-2 p-4">
          {lines.map(([name, value]) => (
            <div key={name} className="grid gap-0.5">
              <dt className="text-small text-text-3">{name}</dt>
              <dd className="font-mono text-body break-all text-text select-all">{value}</dd>
            </div>
          ))}
        </dl>
        {trialEndsAt !== null && (
          <p className="text-body text-text">{t("created.trial", { date: format.date(trialEndsAt) })}</p>
        )}
        {administrator?.email && (
          <p className="text-body text-text">{t("created.invited", { email: administrator.email })}</p>
        )}
        {!isSecret && administrator?.username && !administrator.email && (
          <p className="text-body text-text">
            {t("created.passwordGone", { username: administrator.username })}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            onClick={() => {
              const text = lines.map(([name, value]) => `${name}: ${value}`).join("\n");
              navigator.clipboard.writeText(text).then(
                () => setCopied(true),
                () => setCopied(false),
              );
            }}
          >
            {t("created.copy")}
          </Button>
          <Button onClick={() => window.print()}>{t("created.print")}</Button>
          <p role="status" className="text-dense text-text-2">
            {copied === null ? "" : t(copied ? "created.copied" : "created.copyFailed")}
          </p>
        </div>
        {children}
        {isSecret && <Checkbox label={t("created.kept")} checked={isSaved} onChange={setIsSaved} />}
        <OrganizationSheet organization={organization} lines={lines} />
      </div>
    </Dialog>
  );
}

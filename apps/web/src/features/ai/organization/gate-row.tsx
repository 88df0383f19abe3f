import Check from "lucide-react/icons/check";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import type { AiProvider } from "../ai.api.ts";
import { DetailList } from "../detail-list.tsx";
import { GateBadge } from "./gate-badge.tsx";
import { MissingList } from "./missing-list.tsx";
import { useProviderDetails } from "../providers/use-provider-details.tsx";
import { Dotted } from "../../../ui/label/dotted.tsx";

interface GateRowProps {
  provider: AiProvider;
  canManage: boolean;
  /** Localized text about the last change to the approval, or undefined without permission to see it. */
  lastChange: string | undefined;
  onApprove: (provider: AiProvider) => void;
}

/** Shows the organization's agreements with a provider, on one line. */
function ApprovalDetails({ provider, lastChange }: Pick<GateRowProps, "provider" | "lastChange">) {
  const t = useTranslations("ai-organization");
  const format = useFormat();
  const approval = provider.organization?.approval ?? null;
  if (approval === null) return <p className="text-dense text-text-2">{t("approval.nothing")}</p>;
  const { approved, professionalSecrecyAgreedOn: secrecy, processingAgreement: agreement, models } = approval;
  const approvalTexts = [
    t(approved ? "approval.approved" : "approval.notApproved"),
    secrecy === null ? null : t("approval.secrecySince", { date: format.calendar.date(secrecy) }),
    agreement === null
      ? null
      : t("approval.processingSince", {
          version: agreement.version,
          date: format.calendar.date(agreement.date),
        }),
    models === null ? t("approval.allModels") : t("approval.someModels", { count: models.length }),
  ];
  return (
    <p className="text-dense text-text-2">
      <Dotted details={approvalTexts} />
      <span className="block text-text-3">
        {lastChange ?? t("changedAt", { when: format.momentInText(approval.updatedAt) })}
      </span>
    </p>
  );
}

/** Shows whether the organization may use a provider, and which requirements are missing. */
export function GateRow({ provider, canManage, lastChange, onApprove }: GateRowProps) {
  const t = useTranslations("ai-organization");
  // Unknown facts appear in the list of missing requirements instead.
  const details = useProviderDetails()(provider, "stated");
  const gate = provider.organization;
  if (gate === null) return null;
  return (
    <li className="grid gap-3 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="text-body font-strong wrap-anywhere text-text">{provider.name}</h3>
          {provider.host !== null && <p className="text-dense wrap-anywhere text-text-2">{provider.host}</p>}
        </div>
        <GateBadge provider={provider} />
      </div>
      {gate.missing.length > 0 ? (
        <MissingList missing={gate.missing} />
      ) : (
        <p className="flex items-start gap-1.5 text-dense text-text">
          <Check size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-success" aria-hidden />
          {t("gate.complete")}
        </p>
      )}
      {details.length > 0 && (
        <DetailList className="grid-cols-2 sm:grid-cols-3 lg:grid-cols-5" details={details} />
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <ApprovalDetails provider={provider} lastChange={lastChange} />
        {canManage && (
          <WriteButton size="small" onClick={() => onApprove(provider)}>
            {t(gate.approval?.approved === true ? "approval.edit" : "approval.give")}
            <span className="sr-only">: {provider.name}</span>
          </WriteButton>
        )}
      </div>
    </li>
  );
}

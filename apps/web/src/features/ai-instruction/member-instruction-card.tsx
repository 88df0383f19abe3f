import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { memberInstructionQuery } from "./member-instruction.api.ts";

interface MemberInstructionCardProps {
  organizationId: string;
  userId: string;
}

/**
 * Shows whether a member has confirmed the AI instruction. Empty for members who may not use AI and never confirmed it.
 */
export function MemberInstructionCard({ organizationId, userId }: MemberInstructionCardProps) {
  const t = useTranslations("ai-instruction");
  const format = useFormat();
  const { data } = useQuery(memberInstructionQuery(organizationId, userId));
  if (data === undefined || (!data.usesAi && data.confirmed === null)) return null;
  const { confirmed, version } = data;
  const isCurrent = confirmed?.version === version;
  return (
    <Card
      title={t("title")}
      aside={
        <StatusBadge meaning={isCurrent ? "ok" : "warning"}>
          {t(isCurrent ? "member.confirmed" : "member.open")}
        </StatusBadge>
      }
    >
      <p className="text-dense text-text-2">
        {confirmed === null
          ? t("member.never")
          : t(isCurrent ? "member.confirmedOn" : "member.outdated", {
              version: confirmed.version,
              day: format.date(confirmed.at),
            })}
      </p>
    </Card>
  );
}

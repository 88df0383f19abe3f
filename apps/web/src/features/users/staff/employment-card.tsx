import Handshake from "lucide-react/icons/handshake";
import Pencil from "lucide-react/icons/pencil";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Badge } from "../../../ui/label/badge.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import type { Employment } from "./staff.api.ts";

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3 sm:py-0.5">{name}</dt>
      <dd className="min-w-0 break-words text-text max-sm:-mt-2 sm:py-0.5">{children}</dd>
    </>
  );
}

export interface EmploymentCardProps {
  employment: Employment;
  /** True if the person has left. The stored end of their access then no longer applies. */
  hasLeft: boolean;
  /** Absent without permission to act on the person. */
  onEdit: (() => void) | undefined;
}

/** Shows the employment data: initials, site, first day, and additional data of external people. */
export function EmploymentCard({ employment, hasLeft, onEdit }: EmploymentCardProps) {
  const t = useTranslations("staff");
  const format = useFormat();
  const noneText = t("employment.none");
  const day = (value: string | null) => (value === null ? noneText : format.calendar.date(value));
  const { isExternal, lastDay } = employment;
  return (
    <Card
      title={t("employment.title")}
      aside={
        onEdit && (
          <WriteButton size="small" icon={Pencil} onClick={onEdit}>
            {t("employment.edit")}
          </WriteButton>
        )
      }
    >
      <dl className="grid gap-x-4 gap-y-2 text-dense sm:grid-cols-[13rem_1fr]">
        <Detail name={t("field.initials")}>{employment.initials ?? noneText}</Detail>
        <Detail name={t("field.site")}>{employment.site?.name ?? t("field.noSite")}</Detail>
        <Detail name={t("field.startsOn")}>{day(employment.startsOn)}</Detail>
        <Detail name={t("employment.kind")}>
          {isExternal ? (
            <Badge tone="info" icon={Handshake}>
              {t("employment.external")}
            </Badge>
          ) : (
            t("employment.own")
          )}
        </Detail>
        {!hasLeft && (
          <Detail name={t("field.validUntil")}>
            {lastDay === null ? t("employment.permanent") : format.calendar.date(lastDay)}
          </Detail>
        )}
        {isExternal && (
          <>
            <Detail name={t("field.confidentialityOn")}>{day(employment.confidentialityOn)}</Detail>
            <Detail name={t("field.physicianNumber")}>
              {employment.physicianNumber ?? t("field.noPhysicianNumber")}
            </Detail>
          </>
        )}
      </dl>
    </Card>
  );
}
